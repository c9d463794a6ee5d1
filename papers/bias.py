"""Inherent biases in reference-based evaluation: all experiments of the paper, in its order."""

from __future__ import annotations

from papers import bias_conservatism, bias_crowd, bias_reranking, bias_scores
from papers.rows import Experiment, Paper

PAPER = Paper(
    "bias",
    "Biases of reference-based evaluation, and over-conservatism",
    "Choshen and Abend 2018, Inherent Biases in Reference-based Evaluation for Grammatical Error "
    "Correction (P18-1059), with its supplement, and its draft on conservatism and "
    "over-conservatism",
    (
        Experiment("changes", "Conservatism", "Changed words", bias_conservatism.changes),
        Experiment("breaks", "Conservatism", "Sentence breaks", bias_conservatism.breaks),
        Experiment("order", "Conservatism", "Word order", bias_conservatism.order),
        Experiment("types", "Supplement, Table 2", "Conservatism by type", bias_conservatism.types),
        Experiment("table-1", "Table 1", "How many corrections there are", bias_crowd.table_1),
        Experiment("coverage", "Coverage", "Accuracy and index match", bias_crowd.coverage),
        Experiment("validity", "Validity", "Are rare corrections valid?", bias_crowd.validity),
        Experiment("incentive", "Incentives", "When correcting pays", bias_crowd.incentive),
        Experiment("perfect", "F-score", "F0.5 of a perfect corrector", bias_scores.perfect),
        Experiment("systems", "Figure 6", "Systems with intervals", bias_scores.systems),
        Experiment(
            "reranking", "Reranking", "Corrections chosen by an oracle", bias_reranking.corrections
        ),
        Experiment(
            "simplification",
            "Simplification",
            "Simplifications chosen by SARI and MAX-SARI",
            bias_reranking.simplifications,
        ),
        Experiment(
            "simplifiers", "Simplification", "How simplifications vary", bias_crowd.simplifiers
        ),
    ),
    {
        "Reranking of 100 candidates (the choice itself)": "the lists of candidates were not "
        "released; the released winners are measured above.",
        "Supplement, Figures 5 and 7": "Moses simplifications chosen by SARI and MAX-SARI: the "
        "list of candidates was not released, and the winners, which are in the authors' "
        "repository (data/paragraphs/simplification_rank_results_moses* of "
        "borgr/assess_learner_language), are not among the data here. Figures 4 and 6, for NTS, "
        "are above.",
    },
)
