"""Running text becomes sentences that are worth labelling."""

from __future__ import annotations

from pathlib import Path

from corrigenda_training.texts import found


def test_paragraphs_fortunes_and_tables(tmp_path: Path) -> None:
    plain, table = tmp_path / "plain", tmp_path / "table"
    plain.write_text(
        "He went home,\nbut she stayed. They cannot talk now.\n\nIn 1984, 3:2.\n%\n"
        "It is as it was. It is as it was.\n1 2 3 4 5 6 7 words\n",
        encoding="utf-8",
    )
    assert found([plain], None, "utf-8") == [
        "He went home , but she stayed .",
        "They can not talk now .",
        "It is as it was .",
    ]
    table.write_text("1\t0.5\tThis is what I like.\n2\t-1\t5 of 10!\n", encoding="utf-8")
    assert found([table], 3, "utf-8") == ["This is what I like ."]
