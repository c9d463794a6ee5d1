"""How fast, against what: CPU seconds on one core, and ratios against a peer in the same run.

    python benchmarks/run.py            everything but the stream
    python benchmarks/run.py stream     a million sentence pairs through M2
    python benchmarks/run.py hoo        ten thousand HOO fragments, extracted and scored
    python benchmarks/run.py conservatism    word alignment, and the study that rests on it
    python benchmarks/run.py measures   SARI, MAX-SARI, BLEU, chrF and CLEME
    python benchmarks/run.py edits      Edits beside errant_compare
    python benchmarks/run.py parser     the embedded parser: speed, first call, memory of a stream
    python benchmarks/run.py parser 1000000 4    ... of a million sentences of four words
    python benchmarks/run.py errant     edits with types: speed, start-up, memory of a stream
    python benchmarks/run.py errant 1000000      ... of a million pairs
    python benchmarks/run.py memory     a million sentences through -m ERRANT: memory
    python benchmarks/run.py memory 1000000 6 20  ... of six words, one in twenty changed
    python benchmarks/run.py throughput    every measure at 10,000 to 1,000,000 sentences, for docs
    python benchmarks/run.py throughput 100000 450    ... up to a size, runs of up to 450 CPU s
    python benchmarks/run.py long       every measure on one sentence of 10,000 tokens
    python benchmarks/versions.py FOLDER   the same digits with several versions of Python and numpy
    python benchmarks/run.py cluster    a Ray cluster beside processes, in CPU seconds
    python benchmarks/run.py fuzz 20000          ... differences from ERRANT itself (english.py)

Uses the CoNLL-2014, JFLEG and TurkCorpus data where it is to be found (beside the checkout, or at
$CORRIGENDA_SHARED), and the bundled examples, repeated, where it is not.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, as it says

from cluster import cluster
from english import errant, fuzz, memory
from long import long
from parser import parser
from studies import conservatism, hoo
from throughput import throughput

from engine import resampling, start_up, stream
from measures import edits, gleu, m2, measures

JOBS = (
    stream,
    hoo,
    conservatism,
    measures,
    edits,
    parser,
    errant,
    fuzz,
    memory,
    cluster,
    long,
    throughput,
)
ALONE = {job.__name__: job for job in JOBS}

if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked:
        if asked[0] not in ALONE:
            sys.exit(f"expected one of {', '.join(ALONE)}, found {asked[0]!r}")
        ALONE[asked[0]](*map(int, asked[1:]))
    else:
        for job in (start_up, m2, gleu, resampling):
            job()
