"""The corrections of a sentence, written down or not: collecting, counting, estimating them.

- `crowd`, `normalise`, `workers`: what people proposed, when two proposals are one variant, whom to
  believe; `tasks` asks them, and `validation` whether what they proposed is right;
- `fingerprints`: what such counts alone say of the variants nobody proposed (Good-Turing, Chao1);
- `unseen`: UnseenEst, from counts to a histogram of probabilities;
- `population`, `populations`: `Population`, what is asked of such a histogram; many of them;
- `curves`: how often a perfect corrector is found right with M references;
- `poisson_binomial`: how many of N sentences it gets right, and tests of an accuracy.
"""
