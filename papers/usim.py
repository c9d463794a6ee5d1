"""USim, a measure of faithfulness: all experiments of the paper, in its order."""

from __future__ import annotations

from papers import usim_essays, usim_texts
from papers.rows import Experiment, Paper

PAPER = Paper(
    "usim",
    "USim: is meaning kept?",
    "Choshen and Abend 2018, Reference-less Measure of Faithfulness for Grammatical Error "
    "Correction (N18-2020), with its supplement",
    (
        Experiment("figure-1", "Figure 1", "A sentence and its correction", usim_essays.figure_1),
        Experiment("agreement", "Annotation", "Agreement of annotators", usim_essays.agreement),
        Experiment(
            "table-1", "Table 1", "Annotated essays and their corrections", usim_essays.table_1
        ),
        Experiment(
            "essays", "Automatic parses", "Essays and their corrections", usim_essays.parsed_essays
        ),
        Experiment("occurrences", "Supplement, Table 2", "Types of errors", usim_texts.occurrences),
        Experiment("sensitivity", "Supplement, Table 2", "Sensitivity by type", usim_texts.deltas),
        Experiment("jfleg", "Section 4.5", "References and systems of JFLEG", usim_texts.jfleg),
        Experiment("example", "Section 4.5", "An example", usim_texts.example),
        Experiment(
            "jfleg-embedded",
            "Section 4.5",
            "JFLEG by the embedded parser",
            usim_texts.jfleg_embedded,
        ),
    ),
    {
        "Table 1, row SAR15": "the values of Sulem et al. (2015) for English and French; they come "
        "from another paper, and its annotations are not among the data.",
        "Supplement, Table 1": "the list of annotated passages; the pairs of Table 1 above follow "
        "it.",
    },
)
