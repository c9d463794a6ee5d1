"""Grammar: worse English scores lower; rows, losses, and texts of any kind."""

from __future__ import annotations

import numpy as np
import pytest

import corrigenda as cg
from corrigenda.evaluation.sentences import sentences
from corrigenda.meaning.grammar.judge import Judge, judge
from corrigenda.meaning.measures.grammar import Grammar, score_of

# Written by hand before training. What the first of three training runs missed here led to more
# plain sentences in the other two, so the list is a check, not a held-out test.
PAIRS = [
    ("We was at home yesterday .", "We were at home yesterday ."),
    ("He go to school every day .", "He goes to school every day ."),
    (
        "There still have a lot of people did not successful .",
        "There are still a lot of people who are not successful .",
    ),
    ("She can sings very well .", "She can sing very well ."),
    ("I am agree with you .", "I agree with you ."),
    ("The childs are playing in the garden .", "The children are playing in the garden ."),
    ("He is teacher in big school .", "He is a teacher in a big school ."),
    ("They did not went to the party .", "They did not go to the party ."),
    ("Is very important to sleep enough .", "It is very important to sleep enough ."),
    ("I have lived here since three years ago before .", "I have lived here for three years ."),
    ("My brother he likes football .", "My brother likes football ."),
    ("Many student needs help .", "Many students need help ."),
    ("The informations are useful .", "The information is useful ."),
    ("She want go home .", "She wants to go home ."),
    ("I recieved your leter today .", "I received your letter today ."),
    ("This book is more better than that one .", "This book is better than that one ."),
    ("Him and me goes to cinema .", "He and I go to the cinema ."),
    ("What means this word ?", "What does this word mean ?"),
    ("Despite of the rain we went out .", "Despite the rain , we went out ."),
    ("People which live in city are busy .", "People who live in the city are busy ."),
    ("It depends of the situation .", "It depends on the situation ."),
    ("He has went to London last year .", "He went to London last year ."),
    ("The house who I bought is old .", "The house that I bought is old ."),
    ("Yesterday i meet john in paris .", "Yesterday I met John in Paris ."),
]  # fmt: skip

# Written by hand later; nothing was chosen by them.
UNSEEN = [
    ("She do not like coffee .", "She does not like coffee ."),
    ("Why you are crying ?", "Why are you crying ?"),
    ("The children was playing outside .", "The children were playing outside ."),
    ("I look forward to meet you .", "I look forward to meeting you ."),
    ("He suggested me to take a rest .", "He suggested that I take a rest ."),
    ("There is many reasons for this .", "There are many reasons for this ."),
    (
        "If I would know the answer , I would tell you .",
        "If I knew the answer , I would tell you .",
    ),
    ("My sister is more taller than me .", "My sister is taller than me ."),
    ("We discussed about the problem yesterday .", "We discussed the problem yesterday ."),
    ("People needs to sleep eight hours .", "People need to sleep eight hours ."),
    (
        "In my country have many beautiful places .",
        "In my country there are many beautiful places .",
    ),
    ("He has working here for two years .", "He has been working here for two years ."),
    ("The movie was very bored .", "The movie was very boring ."),
    ("I very like this song .", "I like this song very much ."),
    ("Everyone have the right to education .", "Everyone has the right to education ."),
    ("She asked me where did I live .", "She asked me where I lived ."),
    ("Although he was tired , but he kept working .", "Although he was tired , he kept working ."),
    ("One of my friend lives in Canada .", "One of my friends lives in Canada ."),
    ("It is a problem that affect all of us .", "It is a problem that affects all of us ."),
    ("They was born in the same year .", "They were born in the same year ."),
    ("The people they want to live longer .", "The people want to live longer ."),
    ("He is good in playing chess .", "He is good at playing chess ."),
    ("I have seen him yesterday .", "I saw him yesterday ."),
    ("Nowadays , the most of students use computers .", "Nowadays , most students use computers ."),
    ("Smoking is danger for your health .", "Smoking is dangerous for your health ."),
    ("The government should to help poor people .", "The government should help poor people ."),
    ("Because is difficult to find a job .", "It is difficult to find a job ."),
    ("How much cost this shirt ?", "How much does this shirt cost ?"),
    ("She makes me to feel happy .", "She makes me feel happy ."),
    ("The number of tourists have increased .", "The number of tourists has increased ."),
]  # fmt: skip

# Written by hand before the network of version 1.1 was trained; nothing was chosen by them.
LATER = [
    ("We was at home .", "We were at home ."),
    ("They was very kind to us .", "They were very kind to us ."),
    ("You was right about the weather .", "You were right about the weather ."),
    ("The shops was closed on Sunday .", "The shops were closed on Sunday ."),
    ("My keys was on the table .", "My keys were on the table ."),
    ("The answer were wrong .", "The answer was wrong ."),
    ("She were my first teacher .", "She was my first teacher ."),
    ("There was many mistakes in the letter .", "There were many mistakes in the letter ."),
    ("There were a fire in the kitchen .", "There was a fire in the kitchen ."),
    ("Are your brother at work ?", "Is your brother at work ?"),
    ("The dogs in the park is loud .", "The dogs in the park are loud ."),
    ("The taste of these apples are strange .", "The taste of these apples is strange ."),
    ("Each of the rooms have a window .", "Each of the rooms has a window ."),
    ("My aunt and my uncle lives in Spain .", "My aunt and my uncle live in Spain ."),
    ("The man who sell flowers is old .", "The man who sells flowers is old ."),
    ("The girls who sits there are my cousins .", "The girls who sit there are my cousins ."),
    ("It make me sad .", "It makes me sad ."),
    ("This shoes are too small .", "These shoes are too small ."),
    ("He do n't understand me .", "He does n't understand me ."),
    ("Does she likes fish ?", "Does she like fish ?"),
    ("I enjoy to swim in the sea .", "I enjoy swimming in the sea ."),
    ("He avoided to answer the question .", "He avoided answering the question ."),
    ("They want that I come .", "They want me to come ."),
    ("She let him to go .", "She let him go ."),
    ("I am live in a small village .", "I live in a small village ."),
    ("There have two banks in this street .", "There are two banks in this street ."),
    (
        "There are many people want to study abroad .",
        "There are many people who want to study abroad .",
    ),
    ("He did not happy with the result .", "He was not happy with the result ."),
    ("When arrived at the station , was late .", "When I arrived at the station , I was late ."),
    ("Is a good idea to wait .", "It is a good idea to wait ."),
    ("My mother she cooks every evening .", "My mother cooks every evening ."),
    ("I do n't know where is the station .", "I do n't know where the station is ."),
    ("Where you bought this jacket ?", "Where did you buy this jacket ?"),
    ("He speaks very well French .", "He speaks French very well ."),
    ("I am waiting the bus .", "I am waiting for the bus ."),
    ("She listens music every day .", "She listens to music every day ."),
    ("It is necessary that you understanding this .", "It is necessary that you understand this ."),
    ("He has been worked there since 2005 .", "He has worked there since 2005 ."),
    ("The letter was wrote by my father .", "The letter was written by my father ."),
    ("I gave to him book .", "I gave him a book ."),
]  # fmt: skip


def score(text: str, source: str = "x") -> float:
    segment = cg.Segment(source, (), "1")
    row = Grammar().candidates(segment, cg.Correction(source, text=text))[0]
    return Grammar().score(np.array(row)).value


@pytest.mark.parametrize(("pairs", "least"), [(PAIRS, 23), (UNSEEN, 21), (LATER, 34)])
def test_worse_english_scores_lower(pairs: list[tuple[str, str]], least: int) -> None:
    texts = [text.split() for pair in pairs for text in pair]
    told = [score_of(doubts, empty_right=False) for doubts in judge().doubts(texts)]
    lower = [worse < better for worse, better in zip(told[::2], told[1::2], strict=True)]
    assert sum(lower) >= least, [p for p, right in zip(pairs, lower, strict=True) if not right]


def test_a_mistake_costs_less_in_a_long_sentence_but_not_in_proportion() -> None:
    one_of_four, one_of_sixteen = [1.0, 0, 0, 0], [1.0] + [0.0] * 15
    assert score_of(one_of_four, empty_right=False) == pytest.approx(2 / 3)
    assert score_of(one_of_sixteen, empty_right=False) == pytest.approx(4 / 5)
    assert score_of([1.0] * 4, empty_right=False) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("We was at home yesterday .", "was"),
        ("We was at home .", "was"),
        ("There still have a lot of people did not successful .", "did"),
        ("He go to school every day .", "go"),
        ("They did not went to the party .", "went"),
        ("She can sings very well .", "sings"),
    ],
)
def test_the_wrong_token_is_objected_to(text: str, wrong: str) -> None:
    (doubts,) = judge().doubts([text.split()])
    assert max(zip(doubts, text.split(), strict=True))[1] == wrong
    assert max(doubts) >= 0.5


@pytest.mark.parametrize(
    "text", ["He goes to school .", "We were happy .", "The weather is mild ."]
)
def test_nothing_is_objected_to_in_good_sentences(text: str) -> None:
    assert max(judge().doubts([text.split()])[0]) < 0.5


def test_a_sentence_does_not_depend_on_its_company() -> None:
    texts = [text.split() for pair in PAIRS for text in pair]
    together = judge().doubts(texts)
    assert [judge().doubts([text])[0] for text in texts] == together
    assert judge().doubts(texts[::-1]) == together[::-1]
    lower, upper = ["he", "goes", "home", "."], ["He", "goes", "HOME", "."]
    assert judge().doubts([lower, upper]) == [judge().doubts([t])[0] for t in (lower, upper)]
    assert judge().doubts([lower]) != judge().doubts([upper])


def test_the_signature_names_the_network() -> None:
    assert Grammar.model == "corrigenda-" + judge().name.replace(" ", "-")


def test_digits() -> None:
    """Whole-number products: the same digits on every machine."""
    (doubts,) = judge().doubts([["He", "go", "to", "school", "."]])
    assert doubts == DIGITS


DIGITS = [
    0.023959947550363573, 0.9861495844875345, 0.00643125834243417, 0.0032260027999269584,
    0.0007932149612545,
]  # fmt: skip


def test_an_empty_output_is_no_sentence() -> None:
    assert score("") == 0
    assert score("", source="") == 1
    total = np.array(Grammar().candidates(cg.Segment("x", (), "1"), cg.Correction("x", text=""))[0])
    assert cg.measure("Grammar(average=pooled)").score(total).value == 0


def test_long_and_strange_texts() -> None:
    long = "He go to school and we was happy , " * 150
    strange = [
        "\u200b",
        "a" * 5000,
        "🙂🙂",
        "مرحبا",
        "Ünïcødé",
        "\ufffd",
        "e\u0301",
        "中文",
        "'",
        "''",
        "-",
        "１２",
    ]
    told = judge().doubts([long.split(), strange, ["."], ["x"] * 700])
    assert [len(of) for of in told] == [len(long.split()), len(strange), 1, 700]
    assert all(0 <= doubt <= 1 for of in told for doubt in of)
    assert 0 < score(long) < 1


def test_losses_add_up_to_what_is_missing_from_the_score() -> None:
    segment = cg.Segment("x", (), "1")
    corrections = [cg.Correction("x", text=worse) for worse, _ in PAIRS]
    losses = Grammar().losses([(segment, corrections)])[0]
    rows = [options[0] for options in Grammar().batch_candidates([(segment, corrections)])[0]]
    for of, row in zip(losses, rows, strict=True):
        assert sum(loss.points for loss in of) == pytest.approx(1 - row[2])
        assert sum(loss.kind == "objection" for loss in of) == row[3]


def test_per_sentence_output_names_the_tokens() -> None:
    result = cg.evaluate(
        ["He go ."], systems={"A": ["She can sings very well ."]}, measures="Grammar", ci=None
    )
    (sentence,) = sentences(result)
    losses = sentence["systems"]["A"]["losses"]["Grammar"]
    assert [loss["target"] for loss in losses if loss["kind"] == "objection"] == [[2]]


def test_mean_and_pooled() -> None:
    segment = cg.Segment("x", (), "1")
    corrections = [cg.Correction("x", text=text) for text in PAIRS[2]]
    rows = np.array(
        [options[0] for options in Grammar().batch_candidates([(segment, corrections)])[0]]
    )
    total = rows.sum(axis=0)
    assert Grammar().score(total).value == pytest.approx(rows[:, 2].mean())
    assert cg.measure("Grammar(average=pooled)").score(total).value == pytest.approx(
        1 - total[0] / total[1]
    )


def test_a_model_for_another_parser_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    content = judge().path.read_bytes().replace(judge().about["parser"].encode(), b"0" * 64)
    (tmp_path / "grammar.safetensors").write_bytes(content)
    with pytest.raises(cg.InputError, match="another parser"):
        Judge(tmp_path / "grammar.safetensors")
