"""Plain sentences, made by a small grammar: every person beside the right form of frequent verbs.

Running text has `we were` and `he goes` too rarely to learn from it that they are right.
"""

from __future__ import annotations

import random

from corrigenda_training import forms

PRONOUNS = ["I", "you", "we", "they", "he", "she", "it"]
SINGULAR = [
    "my_brother",
    "the_teacher",
    "a_student",
    "this_problem",
    "the_government",
    "technology",
    "the_price_of_oil",
    "everyone",
    "one_of_the_reasons",
    "the_quality_of_these_products",
    "John",
    "my_best_friend",
    "the_list_of_names",
    "nobody",
    "each_of_the_children",
    "the_use_of_computers",
    "her_mother",
    "the_company",
    "social_media",
    "the_number_of_cars",
    "every_child",
    "the_boy_with_two_dogs",
    "information",
    "the_news",
    "this_kind_of_food",
    "the_weather",
    "the_woman_who_lives_here",
    "the_result_of_the_tests",
    "the_man",
]
PLURAL = [
    "my_parents",
    "the_students",
    "these_problems",
    "many_people",
    "the_children",
    "most_countries",
    "people",
    "young_people",
    "the_teachers_and_the_students",
    "cars",
    "a_lot_of_people",
    "the_prices_of_the_products",
    "my_friends",
    "several_companies",
    "those_books",
    "all_of_us",
    "the_effects_of_this_change",
    "parents",
    "the_people_who_live_here",
    "the_reasons_for_this",
    "two_of_my_friends",
    "some_of_them",
    "women",
    "doctors",
    "the_boys_with_the_dog",
]
VERBS = [
    "go:to_school|to_work|home|there_every_day",
    "have:a_lot_of_money|two_children|many_problems|no_time|to_work_hard|a_big_house",
    "like:to_read_books|football|music|reading",
    "want:to_help_others|to_learn_English|a_new_car|to_go_home",
    "need:help|more_time|to_change|money",
    "make:people_happy|mistakes|life_easier|a_decision",
    "take:the_bus|a_long_time|care_of_it|part_in_it",
    "know:the_answer|what_to_do|about_it|each_other",
    "think:about_the_future|that_it_is_true|so",
    "say:that_it_is_important|so|nothing",
    "live:in_a_small_town|in_the_city|here|near_the_sea",
    "work:in_an_office|very_hard|for_a_large_company|at_night",
    "use:the_internet|a_computer_every_day|too_much_water",
    "get:better|a_good_job|up_early|angry",
    "see:the_difference|it|many_things",
    "give:us_advice|money_to_the_poor|a_good_example",
    "help:people|us_to_understand_it|with_the_work",
    "become:more_popular|a_problem|famous|very_expensive",
    "believe:that_this_is_wrong|in_it|the_story",
    "come:from_China|here_often|late|to_my_house",
    "play:an_important_role|football_after_school|with_the_children",
    "study:English|at_the_university|every_evening",
    "spend:a_lot_of_time_there|too_much_money",
    "agree:with_this_idea|with_me",
    "depend:on_the_situation|on_other_people",
    "happen:every_day|in_many_countries",
    "speak:English_well|to_them|three_languages",
    "do:the_same_thing|it_again|a_lot_of_work",
    "look:very_happy|at_the_picture|for_a_job",
    "try:to_find_a_solution|again",
    "write:letters|about_it",
    "eat:too_much|fish_on_Fridays",
    "buy:a_new_phone|food_there",
    "drive:to_work|too_fast",
    "teach:us_a_lot|at_a_school",
    "cause:many_problems|pollution",
    "cost:a_lot|too_much",
    "grow:every_year|fast",
    "understand:the_question|it",
    "enjoy:swimming|the_food|listening_to_music",
]
ADJECTIVES = [
    "happy",
    "important",
    "very_useful",
    "difficult_to_understand",
    "expensive",
    "better_than_before",
    "ready",
    "not_good_enough",
    "more_popular_now",
    "not_successful",
    "responsible_for_this",
    "interested_in_it",
    "afraid_of_it",
    "dangerous",
    "the_same",
    "as_good_as_the_others",
    "able_to_do_it",
    "tired",
    "at_home",
    "in_the_garden",
    "at_school",
    "late_for_work",
]
NOUNS = [
    "many_problems",
    "a_lot_of_people",
    "some_good_reasons",
    "two_ways_to_do_it",
    "many_people_who_are_not_happy",
    "several_things_that_we_can_do",
    "still_a_lot_of_people_who_are_not_successful",
    "some_students_who_do_not_want_to_learn",
    "many_children_who_live_in_the_city",
    "other_people_who_think_that_it_is_wrong",
]
NOUN = [
    "a_big_problem",
    "no_doubt",
    "something_wrong",
    "a_reason_for_this",
    "another_way",
    "one_thing_that_I_like",
    "enough_time",
    "nothing_to_do",
]
THINGS = [
    "book", "room", "question", "car", "friend", "child", "city", "animal", "house", "letter",
    "door", "price", "student", "computer", "teacher", "plan", "tree", "product", "name", "law",
    "result", "picture", "neighbour", "word", "rule", "road", "company", "country", "boy", "girl",
]  # fmt: skip
WHOSE = ["the", "my", "our", "his", "her", "their", "your"]
PLACES = ["in_the_park", "on_the_table", "from_Japan", "at_school", "behind_the_house", "near_us"]
LINKS = ["because", "but", "and", "so", "when", "although", "if"]
TIMES = ["yesterday", "last_year", "two_years_ago", "when_I_was_young", "in_the_past", "in_2010"]
OFTEN = ["always", "often", "usually", "never", "really", "still", "also"]


QUESTIONS = ["what", "why", "how", "when", "where"]


def sentence(dice: random.Random) -> str:
    """Return a sentence of one or two clauses, or a question, tokenised."""
    if dice.random() < 0.12:
        words = question(dice)
        return f"{words[0].upper()}{words[1:]} ?"
    words = clause(dice)
    if dice.random() < 0.35:
        link = dice.choice(LINKS)
        words = (
            f"{words} , {link} {clause(dice)}"
            if dice.random() < 0.6 or link in ("and", "but", "so")
            else f"{link} {clause(dice)} , {words}"
        )
    elif dice.random() < 0.25:
        opening = dice.choice(
            (
                "I think that",
                "We know that",
                "It is true that",
                "Some people say that",
                "For example ,",
                "However ,",
                "In my opinion ,",
                "It is clear that",
            )
        )
        words = f"{opening} {words}"
    return f"{words[0].upper()}{words[1:]} ."


def clause(dice: random.Random) -> str:
    """Return a clause whose verb agrees with its subject."""
    subject, person = _subject(dice)
    tense = dice.choice(
        ("now", "now", "now", "past", "modal", "do", "have", "will", "progressive", "infinitive")
    )
    shape = dice.random()
    if shape < 0.1:
        several = dice.random() < 0.5
        be = {"past": ("was", "were"), "modal": ("may be", "may be")}.get(tense, ("is", "are"))[
            several
        ]
        return f"there {be} {_of(NOUNS if several else NOUN, dice)}"
    if shape < 0.35:
        if dice.random() < 0.4:  # we were, she was: hardly any running text has them
            tense = "past"
        return f"{subject} {_be(person, tense, dice)} {_of(ADJECTIVES, dice)}"
    verb, _, tails = dice.choice(VERBS).partition(":")
    tail = _of(tails.split("|"), dice)
    do = "does" if person == "third" else "do"
    have = "has" if person == "third" else "have"
    modal = dice.choice(("can", "could", "should", "must", "may"))
    again = dice.choice(("not", "n't"))
    since = dice.choice(("already ", "never ", "not ", ""))
    wish = dice.choice(("want", "try", "need", "like", "hope", "decide"))
    when = dice.choice(("now", "past"))
    words = {
        "past": f"{forms.past(verb)} {tail} {_of(TIMES, dice)}",
        "modal": f"{modal} {dice.choice(('', 'not ', 'also '))}{verb} {tail}",
        "will": f"{dice.choice(('will', 'would'))} {verb} {tail}",
        "do": f"{dice.choice((do, 'did'))} {again} {verb} {tail}",
        "have": f"{have} {since}{forms.participle(verb)} {tail}",
        "progressive": f"{_be(person, when, dice)} {forms.gerund(verb)} {tail}",
        "infinitive": f"{_finite(wish, person, when)} to {verb} {tail}",
    }.get(tense)
    if words is None:
        often = dice.choice(OFTEN) + " " if dice.random() < 0.2 else ""
        words = f"{often}{_finite(verb, person, 'now')} {tail}"
    return f"{subject} {words}"


def question(dice: random.Random) -> str:
    """Return a question, with its verb before its subject."""
    subject, person = _subject(dice)
    asked = dice.choice(QUESTIONS)
    if dice.random() < 0.3:
        be = _be(person, dice.choice(("now", "past")), dice)
        opening = f"{asked} {be}" if asked != "what" and dice.random() < 0.5 else be
        return f"{opening} {subject} {_of(ADJECTIVES, dice)}"
    helper = dice.choice(("did", "does" if person == "third" else "do", "can", "should", "will"))
    verb, _, tails = dice.choice(VERBS).partition(":")
    if asked == "what":
        verb = dice.choice(("mean", "want", "need", "say", "do", "think", "know", "see", "eat"))
        return f"what {helper} {subject} {verb}"
    opening = f"{asked} {helper}" if dice.random() < 0.7 else helper
    return f"{opening} {subject} {verb} {_of(tails.split('|'), dice)}"


def _subject(dice: random.Random) -> tuple[str, str]:
    kind = dice.random()
    if kind < 0.45:
        pronoun = dice.choice(PRONOUNS)
        return pronoun, "first" if pronoun == "I" else "third" if pronoun in (
            "he",
            "she",
            "it",
        ) else "other"
    if kind < 0.75:
        return _made_up(dice)
    return (_of(SINGULAR, dice), "third") if kind < 0.87 else (_of(PLURAL, dice), "other")


def _made_up(dice: random.Random) -> tuple[str, str]:
    """Return a noun phrase whose head is not always beside the verb, and its person."""
    one, other = dice.sample(THINGS, 2)
    whose, also = dice.choice(WHOSE), dice.choice(WHOSE)
    several = forms.plural(one)
    verb, _, tails = dice.choice(VERBS).partition(":")
    tail = _of(tails.split("|"), dice)
    return dice.choice(
        (
            (f"{whose} {one}", "third"),
            (f"{whose} {several}", "other"),
            (
                f"{dice.choice(('these', 'those', 'two', 'many', 'most', 'some'))} {several}",
                "other",
            ),
            (f"{dice.choice(('this', 'that', 'every', 'each'))} {one}", "third"),
            (f"{whose} {one} {_of(PLACES, dice)}", "third"),
            (f"{whose} {several} {_of(PLACES, dice)}", "other"),
            (f"the {one} of {also} {forms.plural(other)}", "third"),
            (f"the {several} of {also} {other}", "other"),
            (f"{dice.choice(('one', 'each'))} of {whose} {several}", "third"),
            (f"the number of {several}", "third"),
            (f"{whose} {one} and {also} {other}", "other"),
            (f"the {one} that {_finite(verb, 'third', 'now')} {tail}", "third"),
            (f"the {several} that {verb} {tail}", "other"),
        )
    )


def _finite(verb: str, person: str, tense: str) -> str:
    return forms.past(verb) if tense == "past" else forms.third(verb) if person == "third" else verb


def _be(person: str, tense: str, dice: random.Random) -> str:
    if tense == "past":
        return "were" if person == "other" else "was"
    if tense in ("modal", "will"):
        return dice.choice(("can be", "may be", "will be", "should be"))
    if tense == "have":
        return "has been" if person == "third" else "have been"
    return {"first": "am", "third": "is", "other": "are"}[person]


def _of(choices: list[str], dice: random.Random) -> str:
    return dice.choice(choices).replace("_", " ")
