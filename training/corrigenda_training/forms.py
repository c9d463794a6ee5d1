"""Forms of English words, from their lemmas: enough of them to get forms wrong on purpose."""

from __future__ import annotations

_VERBS = """
arise arose arisen|awake awoke awoken|bear bore borne|beat beat beaten|become became
become|begin began begun|bend bent bent|bind bound bound|bite bit bitten|bleed bled bled|blow
blew blown|break broke broken|breed bred bred|bring brought brought|build built built|burst
burst burst|buy bought bought|catch caught caught|choose chose chosen|come came come|cost cost
cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug|do did done|draw drew
drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt
felt|fight fought fought|find found found|flee fled fled|fly flew flown|forbid forbade
forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got got|give
gave given|go went gone|grow grew grown|hang hung hung|have had had|hear heard heard|hide hid
hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known|lay laid
laid|lead led led|leave left left|lend lent lent|let let let|lie lay lain|lose lost lost|make
made made|mean meant meant|meet met met|mistake mistook mistaken|overcome overcame overcome|pay
paid paid|put put put|quit quit quit|read read read|ride rode ridden|ring rang rung|rise rose
risen|run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent
sent|set set set|shake shook shaken|shed shed shed|shine shone shone|shoot shot shot|show showed
shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept
slept|slide slid slid|speak spoke spoken|spend spent spent|spin spun spun|split split
split|spread spread spread|spring sprang sprung|stand stood stood|steal stole stolen|stick stuck
stuck|sting stung stung|strike struck struck|swear swore sworn|sweep swept swept|swim swam
swum|swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told|think
thought thought|throw threw thrown|understand understood understood|undergo underwent
undergone|upset upset upset|wake woke woken|wear wore worn|weep wept wept|win won won|withdraw
withdrew withdrawn|write wrote written
"""
PASTS = {row.split()[0]: (row.split()[1], row.split()[2]) for row in _VERBS.split("|")}

_NOUNS = (
    "child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose "
    "geese|life lives|"
    "wife wives|knife knives|leaf leaves|half halves|shelf shelves|wolf wolves|thief thieves|"
    "self selves|"
    "analysis analyses|crisis crises|basis bases|hypothesis hypotheses|phenomenon phenomena|"
    "criterion criteria"
)
PLURALS = dict(row.split() for row in _NOUNS.split("|"))

UNCOUNTED = frozenset(
    [
        "information",
        "advice",
        "equipment",
        "knowledge",
        "furniture",
        "homework",
        "evidence",
        "research",
        "news",
        "traffic",
        "luggage",
        "money",
        "progress",
        "software",
        "technology",
        "stuff",
        "water",
        "music",
        "work",
        "weather",
        "health",
        "education",
        "pollution",
        "behaviour",
        "behavior",
    ]
)
"""Nouns that learners like to count."""

_DOUBLED = frozenset(
    [
        "stop",
        "plan",
        "drop",
        "rub",
        "beg",
        "chat",
        "clap",
        "drag",
        "drip",
        "fit",
        "grab",
        "hop",
        "hug",
        "jog",
        "knit",
        "nod",
        "pat",
        "pin",
        "rip",
        "rob",
        "rot",
        "skip",
        "slip",
        "snap",
        "step",
        "swap",
        "tap",
        "tip",
        "trap",
        "trip",
        "wrap",
        "zip",
        "ban",
        "admit",
        "commit",
        "control",
        "occur",
        "permit",
        "prefer",
        "refer",
        "regret",
        "submit",
        "travel",
        "cancel",
    ]
)
VOWELS = "aeiou"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return PLURALS.get(noun) or regular_plural(noun)


def regular_plural(noun: str) -> str:
    """Return the plural that a noun would have if it were regular."""
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def third(verb: str) -> str:
    """Return the third person singular of a verb."""
    known = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    return known.get(verb) or regular_plural(verb)


def past(verb: str) -> str:
    """Return the past tense of a verb."""
    return PASTS[verb][0] if verb in PASTS else "was" if verb == "be" else regular_past(verb)


def participle(verb: str) -> str:
    """Return the past participle of a verb."""
    return PASTS[verb][1] if verb in PASTS else "been" if verb == "be" else regular_past(verb)


def regular_past(verb: str) -> str:
    """Return the past tense that a verb would have if it were regular."""
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ied"
    return _stem(verb) + "ed"


def gerund(verb: str) -> str:
    """Return the form in -ing of a verb."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return _stem(verb, irregular=True) + "ing"


def comparative(adjective: str) -> str:
    """Return the comparative of a short adjective."""
    known = {"good": "better", "bad": "worse", "far": "further", "little": "less"}
    if adjective in known:
        return known[adjective]
    if adjective.endswith("y"):
        return adjective[:-1] + "ier"
    return adjective + ("r" if adjective.endswith("e") else "er")


def _stem(verb: str, irregular: bool = False) -> str:
    """Return a verb with its last letter doubled where an ending asks for that."""
    short = irregular and verb in PASTS and len(verb) <= 5 and _closed(verb)
    return verb + verb[-1] if verb in _DOUBLED or short or verb in ("begin", "forget") else verb


def _closed(verb: str) -> bool:
    """Return whether a verb of one syllable ends in one vowel and one consonant."""
    vowels = [letter in VOWELS for letter in verb]
    return len(verb) > 2 and vowels[-3:] == [False, True, False] and verb[-1] not in "wxy"
