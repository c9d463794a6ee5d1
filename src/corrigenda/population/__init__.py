"""The corrections of a sentence, written down or not: collecting, counting, estimating them."""
