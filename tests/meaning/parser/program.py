"""A program that parses, as others have theirs: sentences in, graphs out, mistakes on demand."""

from __future__ import annotations

import sys
from collections import Counter

from corrigenda.meaning.formats import mrp, ucca_xml
from tests.meaning.parser.parsers import flat


def main(how: str) -> None:
    lines = sys.stdin.buffer.read().decode("utf-8").split("\n")[:-1]
    graphs = [(str(n), flat(line.split(" "))) for n, line in enumerate(lines, 1)]
    if how == "fails":
        print("loading the model\nout of memory", file=sys.stderr)
        sys.exit(3)
    if how == "xml":
        print('<?xml version="1.0"?>')
        for _, graph in graphs:
            print(ucca_xml.dump(graph))
        return
    if how == "chats":
        print("Loading the model ...")
    elif how == "latin":
        sys.stdout.buffer.write(b'{"id": "\xe9"}\n')
        return
    elif how == "shuffles":
        graphs.reverse()
    elif how == "forgets":
        graphs.pop()
    elif how == "cuts":
        graphs = [(name, flat([t.text[:1] for t in graph.tokens])) for name, graph in graphs]
    elif how == "parts":
        print(parted())
        return
    elif how == "breaks":
        print('{"id": "1", "framework": "dm"}')
        return
    for line in mrp.dump(graphs, Counter()):
        print(line)


def parted() -> str:
    """A graph over `He` `slee` `ps`, where `sleeps` was given."""
    [line] = mrp.dump([("1", flat(["He", "slee", "ps"]))], Counter())
    line = line.replace("He slee ps", "He sleeps")
    return line.replace('{"from": 8, "to": 10}', '{"from": 7, "to": 9}')


if __name__ == "__main__":
    main(sys.argv[1])
