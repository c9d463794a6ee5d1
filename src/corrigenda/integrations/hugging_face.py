"""A module for `evaluate.load` of Hugging Face.

import evaluate
from corrigenda.integrations import hugging_face

metric = evaluate.load(hugging_face.PATH, "M2,GLEU")
metric.compute(sources=sources, predictions=outputs, references=references)
"""

from __future__ import annotations

from pathlib import Path

PATH = str(Path(__file__).with_name("corrigenda_metric.py"))
"""What `evaluate.load` takes: a file of this package."""
