"""Words kept: what became of words, what is lost by it, and alarms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning import words_kept
from corrigenda.meaning.words_kept import KeptWords, WordFate, compare_all
from corrigenda.meaning.words_kept.alarms import flags
from corrigenda.meaning.words_kept.classes import value
from corrigenda.meaning.words_kept.lexicon import lexicon
from corrigenda.meaning.words_kept.relations import Relation, relation
from corrigenda.meaning.words_kept.similarity import encoder_cosine, thesaurus_cosine


def compared(source: str, target: str) -> KeptWords:
    return compare_all([(source, target)])[0]


def kinds(source: str, target: str) -> dict[tuple[str, str], str]:
    """What became of the words that are not the same."""
    kept = compared(source, target)
    one, other = kept.source.analysis.words, kept.target.analysis.words
    return {
        (" ".join(one[k] for k in item.source), " ".join(other[k] for k in item.target)): item.kind
        for item in kept.items
        if item.kind != "same"
    }


def alarms(source: str, target: str) -> list[str]:
    return [flag.kind for flag in flags(compared(source, target)) if flag.strong]


@pytest.mark.parametrize(
    ("source", "target", "pair", "kind"),
    [
        ("He like dogs .", "He likes dogs .", ("like", "likes"), "inflection"),
        ("I recieve letters .", "I receive letters .", ("recieve", "receive"), "spelling"),
        ("We buy a car .", "We purchase a car .", ("buy", "purchase"), "synonym"),
        ("It was a success .", "It was successful .", ("success", "successful"), "derivation"),
        ("The room is hot .", "The room is cold .", ("hot", "cold"), "opposite"),
        ("They were helpful .", "They were unhelpful .", ("helpful", "unhelpful"), "opposite"),
        ("He was careful .", "He was careless .", ("careful", "careless"), "opposite"),
        ("It costs 20 euros .", "It costs 30 euros .", ("20", "30"), "number"),
        ("She left early .", "We left early .", ("She", "We"), "pronoun"),
        ("All people agree .", "Few people agree .", ("All", "Few"), "quantity"),
        ("You can go .", "You must go .", ("can", "must"), "modality"),
        ("We track people .", "We trakcs people .", ("track", "trakcs"), "garbled"),
        ("He goes to Paris .", "He goes to London .", ("Paris", "London"), "name"),
        ("He sat at the table .", "He sat on the table .", ("at", "on"), "function"),
        ("I go there every day .", "I go there everyday .", ("every day", "everyday"), "joined"),
        (
            "I read the news paper .",
            "I read the newspaper .",
            ("news paper", "newspaper"),
            "joined",
        ),
        ("She drinks hot tea .", "She drinks tea .", ("hot", ""), "lost"),
        ("She drinks tea .", "She drinks green tea .", ("", "green"), "added"),
        ("The dog bit the man .", "The man bit the dog .", ("man", "man"), "moved"),
        # Opposites by what two words are derived from, and of words that praise and blame.
        ("She sang happily .", "She sang sadly .", ("happily", "sadly"), "opposite"),
        ("It was a great day .", "It was a terrible day .", ("great", "terrible"), "opposite"),
        # Words of which only one can hold.
        ("I leave tomorrow .", "I leave today .", ("tomorrow", "today"), "replaced"),
        # A word between the same neighbours took the place of the one before.
        (
            "He ate a banana yesterday .",
            "He ate a tractor yesterday .",
            ("banana", "tractor"),
            "replaced",
        ),
        ("Most people agree .", "Most persons agree .", ("people", "persons"), "inflection"),
        ("He wasent here .", "He was n't here .", ("wasent", "n't"), "function"),
    ],
)
def test_what_became_of_a_word(source: str, target: str, pair: tuple[str, str], kind: str) -> None:
    assert kinds(source, target)[pair] == kind


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("It costs two euros .", "It costs 2 euros ."),
        ("I gave it to him .", "I gave it to him himself ."),
        ("He ca n't come .", "He could n't come ."),
        ("She will come .", "She would come ."),
    ],
)
def test_closed_classes_know_what_is_the_same(source: str, target: str) -> None:
    assert not alarms(source, target)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("He is not happy .", "He is happy .", ["negation"]),
        ("He is happy .", "He is never happy .", ["negation"]),
        ("We bought 3 cars .", "We bought 5 cars .", ["number"]),
        ("He works in Paris .", "He works in London .", ["name"]),
        ("Prices increase every year .", "Prices decrease every year .", ["opposite"]),
        ("I told him about it .", "I told her about it .", ["person"]),
        ("The teacher praised the student .", "The student praised the teacher .", ["moved"]),
        ("All students passed .", "Few students passed .", ["quantity"]),
        ("He ate a banana yesterday .", "He ate a tractor yesterday .", ["replaced"]),
        ("She said he was late .", "She said they were late .", ["person"]),
        ("Many people agree .", "Some people agree .", ["quantity"]),
        ("All people agree .", "Most people agree .", ["quantity"]),
        ("I met Mr. Smith yesterday .", "I met Mr. Smyth yesterday .", ["name"]),
        ("The tea is very hot .", "The tea is too hot .", ["replaced"]),
        ("The teacher lost his book .", "The teacher lost their book .", ["person"]),
        ("I wonder whether to go .", "I wonder whether not to go .", ["negation"]),
        ("I ask whether to eat or not drink .", "I ask whether to eat or drink .", ["negation"]),
        # Two negations of a learner are one.
        ("She did n't knew nothing .", "She knew everything .", ["negation", "opposite"]),
        ("She did n't knew nothing .", "She did n't know anything .", []),
        ("She did n't knew nothing .", "She knew nothing .", []),
        # Nothing of meaning changed here.
        ("If anyone calls , he must wait .", "If anyone calls , they must wait .", []),
        ("If a student is late , he waits .", "If students are late , they wait .", []),
        ("The teacher lost his or her book .", "The teacher lost their book .", []),
        ("The teacher lost their book .", "The teacher lost his or her book .", []),
        ("The tea is very hot .", "The tea is so hot .", []),
        (
            "I wonder whether to tell the truth or not .",
            "I wonder whether to tell the truth .",
            [],
        ),
        ("I wonder whether to go .", "I wonder whether or not to go .", []),
        ("He is not happy .", "He is unhappy .", []),
        ("He do not like it .", "He does n't like it .", []),
        ("We was in the cities .", "We were in the city .", []),
        ("Yesterday I saw a dog .", "I saw a dog yesterday .", []),
        ("The man bit the dog .", "The dog was bitten by the man .", []),
        ("I think he is right .", "I think he is right .", []),
    ],
)
def test_alarms(source: str, target: str, expected: list[str]) -> None:
    assert alarms(source, target) == expected


def test_a_negation_that_changed_its_clause_is_an_alarm() -> None:
    source = "He did not say that she left the house ."
    target = "He said that she did not leave the house ."
    assert alarms(source, target) == ["negation"]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("I like tea .", "", ["cut"]),
        ("The cat slept . It was happy because we fed it .", "The cat slept .", ["cut"]),
        ("He is tall , as you know .", "He is tall .", []),  # too short for a passage
        ("The man who came to the town yesterday evening left .", "The man left .", ["cut"]),
        ("I think that it is very good .", "It is very good .", []),
        ("", "I like tea .", []),
    ],
)
def test_a_passage_that_was_dropped_is_an_alarm(
    source: str, target: str, expected: list[str]
) -> None:
    assert alarms(source, target) == expected


WORDS = st.sampled_from(
    [
        "the",
        "a",
        "He",
        "not",
        "3",
        "5",
        "Paris",
        "dog",
        "dogs",
        "cat",
        "bit",
        "happy",
        "sad",
        "never",
        "all",
        "few",
        "quickly",
        "recieve",
        "receive",
        ".",
        ",",
    ]
)


@given(st.lists(WORDS, max_size=8), st.lists(WORDS, max_size=8))
def test_every_lost_point_belongs_to_a_word(source: list[str], target: list[str]) -> None:
    kept = compare_all([(source, target)])[0]
    assert 0 <= kept.score <= 1
    assert kept.score == pytest.approx(1 - sum(kept.points(item) for item in kept.items))
    for side, reading in ((0, kept.source), (1, kept.target)):
        places = [place for item in kept.items for place in (item.source, item.target)[side]]
        assert len(places) == len(set(places))
        assert set(places) == {k for k, word in enumerate(reading.words) if word.weight} | (
            set(places) & {k for k, word in enumerate(reading.words) if not word.weight}
        )


@given(st.lists(WORDS, max_size=8))
def test_a_sentence_keeps_itself(words: list[str]) -> None:
    kept = compare_all([(words, words)])[0]
    assert kept.score == 1
    assert not flags(kept)


def test_an_empty_correction_keeps_nothing() -> None:
    assert compared("He is here .", "").score == 0
    assert compared("", "").score == 1


def test_numbers_by_value() -> None:
    assert value("two") == value("2") == value("2.0")
    assert value("1,000") == value("1000")
    assert value("third") == value("3rd") != value("3")
    assert value("twenty-one") == value("21")
    assert value("1990s") == value("1990's")


def test_relations_of_words() -> None:
    known = lexicon()
    assert known.opposite("hot", "cold") and not known.opposite("hot", "warm")
    assert known.opposite("like", "dislike") and known.opposite("safe", "unsafe")
    assert known.synonyms("buy", "purchase") and not known.synonyms("buy", "sell")
    assert known.derived("decide", "decision") and not known.derived("car", "care")
    assert not known.derived("officers", "pilots")  # forms that WordNet does not list
    assert known.knows("Paris") and known.knows("colour") and not known.knows("recieve")
    assert known.zipf("the", "the", True) > known.zipf("tractor", "tractor", True)


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        ("enormous", "tiny", "a"),  # the clusters of two adjectives: large and small
        ("bland", "tasty", "a"),  # a gloss: lacking taste
        ("descend", "climb", "v"),  # a sense above is opposed
        ("pupil", "teacher", "n"),  # a synonym is an everyday opposite
        ("famous", "obscure", "a"),
    ],
)
def test_opposites_by_what_is_close(one: str, other: str, part: str) -> None:
    known = lexicon()
    assert not known.opposite(one, other)
    for pair in ((one, other), (other, one)):
        assert known.of_opposite(*pair, part) or known.opposite_by_stem(*pair)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("inform", "form"),
        ("discover", "cover"),
        ("intend", "tend"),
        ("display", "play"),
        ("unless", "less"),
        ("mistake", "take"),
        ("outcome", "income"),
    ],
)
def test_words_that_only_look_like_opposites(one: str, other: str) -> None:
    assert not lexicon().opposite(one, other)
    assert not lexicon().opposite(other, one)


def test_opposite_beginnings() -> None:
    known = lexicon()
    assert known.opposite("indoors", "outdoors") and known.opposite("downstairs", "upstairs")
    assert known.opposite("mislead", "lead")


def test_words_that_are_near() -> None:
    known = lexicon()
    assert known.near("car", "vehicle", "n")  # what is between them has names of two words alone
    assert known.near("huge", "gigantic", "a")  # one cluster
    assert known.near("happy", "cheerful", "a")  # WordNet refers from one to the other
    assert known.near_by_stem("quickly", "swiftly")
    assert not known.near("dog", "tree", "n")
    assert not known.of_opposite("smart", "intelligent", "a")


def test_the_score_by_hand() -> None:
    """A negation weighs 2, a function word .1, a content word by its rank: one of the two negations
    is dropped, and context takes up to a quarter of what is kept."""
    kept = compared("He is not here and she is not there .", "He is here and she is not there .")
    (lost,) = [item for item in kept.items if item.kind == "lost"]
    assert (lost.source, lost.weights, lost.share) == ((2,), (2.0, 0.0), 1.0)
    function = {item.weights for item in kept.items if item.source == (1,)}
    assert function == {(0.1, 0.1)}
    total = sum(sum(item.weights) for item in kept.items)
    rest = sum(item.lost for item in kept.items if item is not lost)
    assert kept.score == pytest.approx(1 - (2 + rest) / total)
    assert all(item.share <= 0.25 for item in kept.items if item is not lost)


LONG = (
    "When the famous painter came back from the northern island , he showed his brother a large "
    "picture of the wild sea and the empty beach , which the museum in the capital will buy ."
)


@pytest.mark.parametrize(
    ("old", "new", "sides"),
    [
        ("large ", "", 1),  # dropped
        ("came", "did not come", 1),  # a negation was added
        ("will", "must", 2),
    ],
)
def test_a_lost_word_counts_in_a_long_sentence(old: str, new: str, sides: int) -> None:
    """It weighs about .08 of all words at least, on one side or on both."""
    kept = compared(LONG, LONG.replace(old, new, 1))
    heaviest = max(kept.items, key=lambda item: item.lost)
    assert [weight > 0 for weight in heaviest.weights].count(True) == sides
    assert kept.points(heaviest) == pytest.approx(0.08, abs=0.01)


def test_only_the_heaviest_dropped_word_counts_more_and_no_repeated_one() -> None:
    def weights(source: str, target: str) -> list[float]:
        kept = compared(source, target)
        return sorted(item.weights[0] for item in kept.items if item.kind == "lost")

    assert weights(LONG, LONG.replace("large ", ""))[-1] > 1.5
    both = weights(LONG, LONG.replace("large ", "").replace("wild ", ""))
    assert both[-1] > 1.5 > both[0]
    assert weights(LONG.replace("wild", "wild wild"), LONG)[-1] < 1.5


def test_what_content_words_weigh() -> None:
    weights = {word.form: word.weight for word in compared("the tractor quickly", "").source.words}
    zipf = lexicon().zipf("tractor", "tractor", True)
    assert weights["tractor"] == pytest.approx(((7.5 - zipf) / 3) ** 0.5)
    adverb = lexicon().zipf("quickly", "quickly", True)
    assert weights["quickly"] == pytest.approx(0.7 * ((7.5 - adverb) / 3) ** 0.5)
    assert weights["the"] == 0.1


def test_long_texts_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "He like the big dog . I did not see 3 cats . She go home with her friend . " * 3
    target = "He likes a big dog . I did see 3 cats . She went home with his friend . " * 3
    whole = compared(source, target)
    monkeypatch.setattr(words_kept, "LONGEST", 20)
    monkeypatch.setattr(words_kept, "PART", 20)
    in_parts = compared(source, target)
    assert [w.form for w in in_parts.source.words] == [w.form for w in whole.source.words]
    assert in_parts.across == whole.across
    assert [(i.source, i.target, i.kind) for i in sorted(in_parts.items, key=place)] == [
        (i.source, i.target, i.kind) for i in sorted(whole.items, key=place)
    ]
    assert [flag.kind for flag in flags(in_parts)] == [flag.kind for flag in flags(whole)]
    heads = in_parts.target.analysis.heads
    assert all(abs(head - word) < 20 for word, head in enumerate(heads))
    assert compared(source, source).score == 1


def place(item: WordFate) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return item.source, item.target


# --- vectors of words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("She began her career in 1990 .", "She began her profession in 1990 ."),
        ("They built a castle on the hill .", "They built a fortress on the hill ."),
        ("This is the best method to learn .", "This is the best way to learn ."),
        ("He spent two years in jail .", "He spent two years in prison ."),
        ("It is a normal reaction .", "It is a usual reaction ."),
    ],
)
def test_synonyms_that_only_the_thesaurus_has(source: str, target: str) -> None:
    kept = compared(source, target)
    assert not any(flag.strong for flag in flags(kept))
    assert [item.kind for item in kept.items if item.share > 0.2] == ["replaced"]
    assert kept.score > 0.9


def test_opposites_have_nothing_in_common_in_the_thesaurus() -> None:
    for pair in (("buy", "sell"), ("accept", "refuse"), ("confident", "nervous")):
        found = thesaurus_cosine(*pair)
        assert found is not None
        assert found < 0.25
    synonyms, opposites = encoder_cosine("career", "profession"), encoder_cosine("buy", "sell")
    assert synonyms is not None
    assert opposites is not None
    assert synonyms < opposites  # the parser's vectors cannot tell


def test_words_beyond_the_thesaurus_are_compared_by_the_encoder() -> None:
    assert thesaurus_cosine("career", "xyzzy") is None
    assert alarms("He went to the pub .", "He went to the xylophone .") == ["replaced"]


def test_what_wordnet_relates_and_the_thesaurus_does_not_loses_more() -> None:
    [close] = [i for i in compared("We go now .", "We stop now .").items if i.kind == "near"]
    [same] = [
        i for i in compared("He made a trip .", "He made a journey .").items if i.kind != "same"
    ]
    assert same.share < 0.3 < close.share


def test_opposites_that_are_compared_under_a_wrong_tag() -> None:
    """*Lowest* as an adverb keeps its ending in the lemma."""
    one, other = (
        compared(f"the {w} .", f"the {w} .").source.words[1] for w in ("highest", "lowest")
    )
    mistagged = other._replace(lemma="lowest", part="ADV")
    assert relation(one, mistagged) == Relation("opposite", 1.0)
