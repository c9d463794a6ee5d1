"""Words that say the opposite, or something else of the same kind, beyond what WordNet knows."""

from __future__ import annotations

from collections.abc import Mapping

PAIRS = frozenset(
    frozenset(pair.split("-"))
    for pair in str.split(
        "before-after over-under up-down in-out with-without inside-outside above-below on-off "
        "for-against from-to early-late more-less most-least all-none always-never "
        "life-death friend-enemy husband-wife brother-sister father-mother son-daughter boy-girl "
        "king-queen teacher-student parent-child city-countryside urban-rural modern-traditional "
        "healthy-sick teach-learn enter-leave lend-borrow import-export create-destroy save-waste "
        "summer-winter morning-evening north-south east-west left-right black-white "
        "everyone-nobody everything-nothing everybody-nobody many-few much-little first-last "
        "build-destroy support-oppose allow-prevent permit-prevent believe-doubt benefit-harm "
        "help-harm help-hinder problem-solution question-answer ask-answer live-die spend-save "
        "earn-spend join-leave enjoy-hate like-hate love-hate supporter-opponent child-adult "
        "young-elderly attack-defend gain-lose find-lose win-lose send-receive give-receive "
        "arrive-leave keep-lose lead-follow employer-employee doctor-patient buyer-seller "
        "guest-host winner-loser expert-beginner professional-amateur day-night spring-autumn "
        "noon-midnight heaven-hell land-sea sun-moon man-woman uncle-aunt prince-princess "
        "actor-actress hardworking-lazy kind-cruel brave-cowardly loud-quiet noisy-quiet "
        "fresh-stale tidy-messy poor-wealthy famous-unknown common-rare general-specific real-fake "
        "clever-stupid smart-stupid wise-foolish calm-angry busy-idle tight-loose alive-dead "
        "asleep-awake guilty-innocent together-apart forward-backward everywhere-nowhere "
        "often-seldom often-rarely quickly-slowly knowledge-ignorance wealth-poverty "
        "health-illness health-disease happiness-sadness truth-lie freedom-slavery hope-despair "
        "courage-fear pleasure-pain entrance-exit ceiling-floor income-expense demand-supply "
        "add-remove add-subtract arrival-departure accept-refuse accept-reject permit-forbid "
        "smile-frown sweet-bitter catch-drop confirm-deny forgive-blame ally-enemy boss-employee "
        "expert-novice hero-villain hope-fear pride-shame theory-practice now-then "
        "weekday-weekend strength-weakness approve-oppose arrest-release calm-upset "
        "combine-separate compliment-insult beneficial-detrimental dangerous-harmless ill-healthy "
        "mandatory-voluntary compulsory-voluntary sensible-silly sunny-cloudy vacant-occupied "
        "damage-repair help-hurt improve-ruin keep-discard leave-stay lift-drop listen-ignore "
        "preserve-destroy punish-reward relax-worry replace-retain work-rest write-erase "
        "confidence-doubt construction-demolition dawn-dusk fact-fiction happiness-misery "
        "honesty-deceit landlord-tenant luxury-necessity morning-night mountain-valley "
        "producer-consumer profit-cost quality-quantity reader-writer rookie-veteran "
        "speaker-listener supply-shortage town-country vice-virtue victory-loss "
        "visitor-resident surplus-deficit initial-final upper-lower expand-shrink "
        "extend-shorten protect-endanger soon-later sooner-later"
    )
)
"""Everyday opposites."""

_PRAISE = frozenset(
    str.split(
        "good great nice fine wonderful excellent amazing awesome fantastic superb brilliant "
        "terrific marvellous marvelous magnificent outstanding splendid perfect lovely beautiful "
        "delightful pleasant charming gorgeous fabulous impressive enjoyable delicious tasty "
        "helpful friendly polite courteous caring honest trustworthy reliable professional "
        "knowledgeable attentive efficient safe clean healthy successful valuable worthwhile "
        "beneficial favourable favorable positive happy joyful cheerful glad pleased delighted "
        "satisfied proud fair reasonable comfortable cosy cozy admirable exceptional stunning "
        "attractive interesting fascinating exciting fun useful clever wise brave generous "
        "love like enjoy admire adore praise appreciate"
    )
)
_BLAME = frozenset(
    str.split(
        "bad terrible awful horrible nasty poor dreadful disgusting horrendous atrocious lousy "
        "pathetic appalling miserable unpleasant ugly hideous boring dull disappointing annoying "
        "frustrating irritating useless worthless harmful dangerous hazardous dirty filthy gross "
        "rotten rude impolite arrogant hostile cruel dishonest unreliable unprofessional "
        "incompetent inefficient careless sick unhealthy unsuccessful unfavourable unfavorable "
        "negative sad unhappy depressed angry upset dissatisfied ashamed unfair unreasonable "
        "outrageous uncomfortable inferior mediocre shameful stupid foolish dumb lazy cowardly "
        "selfish greedy evil wicked tragic painful horrid vile "
        "hate dislike despise detest loathe criticise criticize"
    )
)

_ALTERNATIVES: Mapping[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "yesterday today tomorrow",
            "monday tuesday wednesday thursday friday saturday sunday",
            "january february march april may june july august september october november december",
            "spring summer autumn winter",
            "morning afternoon evening",
            "breakfast lunch dinner",
            "north south east west",
            "northern southern eastern western",
            "red orange yellow green blue purple pink brown black white",
            "second minute hour week month year decade century",
            "father mother son daughter brother sister uncle aunt husband wife",
            "english french german spanish italian russian chinese japanese korean indian arabic "
            "american british canadian mexican turkish polish dutch greek",
        )
    )
    for word in words.split()
}


def opposites(one: str, other: str) -> bool:
    """Return whether two words are everyday opposites, or one praises and the other blames."""
    return (
        frozenset((one, other)) in PAIRS
        or (one in _PRAISE and other in _BLAME)
        or (one in _BLAME and other in _PRAISE)
    )


def alternatives(one: str, other: str) -> bool:
    """Return whether two words are different ones of a few that exclude each other: days, months,
    colours, relatives."""
    return one != other and _ALTERNATIVES.get(one, -1) == _ALTERNATIVES.get(other, -2)
