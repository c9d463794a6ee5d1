"""`corrigenda references`: collecting references, and how much of a score is their fault.

Input:
    answers (--answers, -a FILE): Answers of the crowd, for the frequency of each correction. Repeat
        for more. A file that is neither .csv nor JSONL is a corpus, as if given with --m2.
    corpora (--m2, --gold FILE): A corpus: sentences with references by annotators (M2, or any other
        format with references), instead of FILES. Repeat for several files.

Options:
    numbers (--references, -M NUMBERS): Numbers of references, such as 1,2,5-10,100.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.cli.commands import described
from corrigenda.cli.groups import WORK, Bootstrap, Output, Work
from corrigenda.cli.wording import as_options
from corrigenda.errors import InputError
from corrigenda.statistics import SEED

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus, Segment
    from corrigenda.references.crowd import Crowd, Selection
    from corrigenda.references.populations import Populations
    from corrigenda.references.sampling import Drawing

COMMAND = "references"
PANEL = "References: how much of the score is their fault?"

app = typer.Typer(no_args_is_help=True)


@app.callback()
def references() -> None:
    """How many valid corrections does a sentence have, and how do few references distort scores?

    [bold]Examples[/bold]

      corrigenda references import batch1.csv batch2.csv --crowd crowd.jsonl
      corrigenda references coverage crowd.jsonl -M 1-20 --figure coverage.pdf
      corrigenda references ceiling crowd.jsonl -m M2 -M 1,2,5,10
      corrigenda references plan crowd.jsonl --price 0.12 --bias 0.5
    """


# --- option groups --------------------------------------------------------------------------------

_shared = described(__doc__)

Answers = Annotated[list[Path] | None, _shared("answers")]
Corpora = Annotated[list[Path] | None, _shared("corpora")]
Numbers = Annotated[str | None, _shared("numbers")]


@dataclass(frozen=True)
class People:
    """Corrections by people: files of a crowd, or a corpus; and which to keep.

    Arguments:
        files ([FILES]): Answers of a crowd: results of Mechanical Turk (.csv), or JSONL. A file in
            any other format is a corpus, as if given with --m2.

    Answers:
        select: A published selection of sentences, or all.
        normalise: When two answers count as the same (default: as in --select).
        unchanged (SHARE): Drop sentences that this share of workers left unchanged (0.5: half of
            them).
        trust: Keep all workers; leave out only answers rejected on the platform.
        drop_empty: Leave out empty answers (otherwise an error).
        encoding: Encoding of CSV files; often cp1252.
        column (WHAT=HEADER): Headers of CSV columns: source, answer, worker, assignment, status,
            feedback. An empty header: no such column.
    """

    files: list[Path] | None = None
    gold: Corpora = None
    source: options.Source = None
    references: options.References = None
    select: Literal["all", "paper", "code", "judged", "released"] = "all"
    normalise: Literal["paper", "cased", "early", "plain"] | None = None
    unchanged: float | None = None
    trust: bool = False
    drop_empty: bool = False
    encoding: str = "utf-8"
    column: list[str] | None = None

    hint: ClassVar[str] = "give FILES; or --m2 FILE, or -s FILE with -r FILE -r FILE"
    """What to do if nothing is given."""

    @property
    def paths(self) -> list[Path]:
        """The files to be read."""
        corpus = [*(self.gold or []), *([self.source] if self.source else [])]
        return [*(self.files or []), *corpus, *(self.references or [])]

    def check(self) -> None:
        """Refuse options that name nobody, or a crowd and a corpus; check what is kept."""
        corpus = bool(self.gold or self.source or self.references)
        if bool(self.files) == corpus:
            raise InputError(
                "expected what a crowd wrote, or a corpus with references"
                + (", found both" if corpus else ""),
                hint=self.hint,
            )
        self.selection()

    def selection(self) -> Selection:
        """Return which answers and sentences to keep."""
        from corrigenda.references.crowd import selection

        chosen = selection(self.select)
        if self.normalise is not None:
            chosen = replace(chosen, normalise=self.normalise)
        if self.unchanged is not None:
            chosen = replace(chosen, unchanged=self.unchanged)
        return replace(chosen, rules=None) if self.trust else chosen

    def used(self) -> list[str]:
        """Return the options about what is kept that differ from their defaults."""
        about = fields(People)[4:]
        return [f.name for f in about if getattr(self, f.name) not in (f.default, [])]

    def read(self) -> Crowd | list[Corpus]:
        """Read what a crowd wrote, or corpora, as given."""
        from corrigenda.references.crowd import read_people
        from corrigenda.references.mturk import Columns

        if not self.files:
            return inputs.corpora(self.source, self.references or [], self.gold or [])
        return read_people(
            self.files,
            self.selection(),
            columns=named_columns(Columns(), self.column),
            encoding=self.encoding,
            drop_empty=self.drop_empty,
        )

    def crowd(self) -> Crowd:
        """Read what a crowd wrote, or a corpus's references as if a crowd had written them."""
        from corrigenda.references.crowd import Crowd, crowd_of

        people = self.read()
        return people if isinstance(people, Crowd) else crowd_of(chain(*people), self.selection())

    def crowd_or_corpus(self) -> Crowd | list[Segment]:
        """Read what a crowd wrote, or a corpus with the references of all files."""
        from corrigenda.references.crowd import Crowd
        from corrigenda.references.sampling import together

        people = self.read()
        return people if isinstance(people, Crowd) else together(people)

    def sources(self) -> list[str]:
        """Read the sentences alone, of texts or corpora."""
        from corrigenda.references.crowd import read_sources

        if self.files:
            return read_sources(self.files)
        return [source for corpus in cast("list[Corpus]", self.read()) for source in corpus.sources]


@dataclass(frozen=True)
class Estimating(People):
    """Corrections by people, and how populations are estimated from them; or populations.

    Arguments:
        files ([FILES]): Answers of a crowd (.csv, .jsonl), or populations from `estimate`. A file
            in any other format is a corpus, as if given with --m2.

    Options:
        estimator (--method): Estimate unseen corrections (UnseenEst), or assume that there are
            none.
    """

    estimator: Literal["unseen", "empirical"] = "unseen"

    def populations(self, work: Work, key: str) -> Populations:
        """Read populations, or estimate those of what people wrote."""
        from corrigenda.references.populations import Key
        from corrigenda.references.populations import estimate as estimated

        known = self.known(key=key != "exact")
        if known is not None:
            return known
        crowd, same = self.crowd(), cast(Key, key)
        with work.with_progress("Estimating", len(crowd.sentences)):
            return estimated(crowd, same, self.estimator)

    def known(self, **more: bool) -> Populations | None:
        """Read the populations in a file, if that is what it holds; refuse options that say how to
        estimate some."""
        from corrigenda.references.populations import holds_populations, read

        files = self.files or []
        if not any(map(holds_populations, files)):
            return None
        if len(files) > 1:
            raise InputError(f"expected one file of populations, found {len(files)} files")
        more = {**more, "method": self.estimator != "unseen"}
        if idle := [*self.used(), *(name for name, given in more.items() if given)]:
            raise InputError(
                f"{spelled(idle)}: no effect on populations, which are estimated already",
                file=files[0],
                hint="say so to `corrigenda references estimate`, or give what the crowd wrote",
            )
        return read(files[0])


@dataclass(frozen=True)
class Keyed(Estimating):
    """As `Estimating`, with what counts as the same correction.

    Options:
        key: Corrections are the same if their texts are equal, if they change the same places, or
            the same places ignoring insertions.
    """

    key: Literal["exact", "index", "positions"] = "exact"


@dataclass(frozen=True)
class Sampling:
    """Sampling from corrections by people.

    Sampling:
        sentences: Sentences to sample from a crowd.
        correct: How many of them need no correction.
        rounds: Number of samples; for a corpus, number of references to leave out, one at a time.
        missing: Annotators that the corpus does not list for a sentence: unknown, found nothing to
            correct, or made the first one's edits.
        merge: How edits are extracted from answers: see `edits`.
        gap: See `edits`.
        substitution: See `edits`.
        tokenised: Answers are tokenised already.
    """

    sentences: int = 1312
    correct: int = 136
    rounds: int = 4
    missing: Literal["skip", "unchanged", "agree"] = "skip"
    merge: Literal["split", "equal", "adjacent"] = "adjacent"
    gap: Annotated[int, typer.Option(min=0)] = 0
    substitution: Annotated[int, typer.Option(min=1, max=2)] = 1
    tokenised: bool = False

    def drawing(self) -> Drawing:
        """Return how to draw."""
        from corrigenda.references.sampling import Drawing, ReferenceExtraction

        cut = ReferenceExtraction(self.merge, self.gap, 1 if self.substitution == 1 else 2)
        return Drawing(
            self.sentences, self.correct, self.rounds, self.missing, cut, not self.tokenised
        )


# --- collecting -----------------------------------------------------------------------------------


@app.command("import")
def import_(
    people: People,
    out: Output,
    crowd: Path | None = None,
) -> None:
    """Read the answers of a crowd: count corrections, leave out suspicious workers, and say why.

    [bold]Examples[/bold]

      corrigenda references import batch.csv --drop-empty --crowd crowd.jsonl
      corrigenda references import a.csv b.csv --unchanged 0.5 --normalise plain -f json
      corrigenda references import x.csv --column source=Input.text --column answer=Answer.fixed

    Output:
        crowd (FILE.jsonl): Write the answers that are kept, as references of a corpus.
    """
    from corrigenda.formats import write

    people.check()
    out.check(people.paths, crowd)
    kept = people.crowd()
    outputs.remark(kept.remarks)
    with outputs.independent() as part:
        if crowd is not None:
            with part(crowd):
                write(kept.corpus(), crowd, "jsonl")
                outputs.say(f"{len(kept.sentences)} sentences with their answers are in {crowd}")
        out.write(part, kept)


@dataclass(frozen=True)
class _OfTask(People):
    """What a task is about.

    Arguments:
        files ([FILES]): Sentences to correct or to simplify, one per line (or a corpus); for
            validity, answers of a crowd (.csv, .jsonl; any other format is a corpus).
    """


@app.command()
def templates(
    kind: Literal["correction", "simplification", "validity", "rating"],
    people: _OfTask,
    hypotheses: options.Hypotheses = [],  # noqa: B006 - typer copies it
    words: str | None = None,
    sample: int | None = None,
    seed: int = SEED,
    split: bool = False,
    country: str = "US",
    approved: int = 1000,
    acceptance: int = 98,
    layout: Path | None = None,
    tasks: Path | None = None,
    settings: Path | None = None,
    format: options.OutputFormat = None,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Write tasks for Mechanical Turk: a page, a CSV file of sentences, and settings.

    [bold]Examples[/bold]

      corrigenda references templates correction source.txt --words 6-15 --sample 52 --seed 1
      corrigenda references templates simplification hard.txt --layout a.html --tasks a.csv
      corrigenda references templates validity batch.csv
      corrigenda references templates rating source.txt -H A=a.txt -H B=b.txt --sample 50

    Arguments:
        kind: The task of the workers.

    Task:
        words (LOW-HIGH): Take only sentences of this length in words, such as 6-15.
        sample (N): Sample N different sentences.
        seed: Random seed of --sample (recorded in the settings).
        split: Let workers split a sentence into several when they simplify it.
        country: Location of the workers.
        approved: Minimum number of approved tasks.
        acceptance (PERCENT): Minimum percentage of accepted tasks.

    Output:
        layout (FILE.html): The page that workers see (default: KIND.html).
        tasks (FILE.csv): The sentences, one task per row (default: KIND.csv).
        settings (FILE.json): Qualifications of workers and the sampled sentences (default:
            KIND.json).
    """
    from corrigenda.formats.lines import read_lines
    from corrigenda.references.tasks import Qualifications, judging, rating, rewriting

    named = {"html": layout, "csv": tasks, "json": settings}
    written = [path or Path(f"{kind}.{suffix}") for suffix, path in named.items()]
    people.check()
    if output.suffix.lower() == ".html":
        raise InputError(
            "-o is for the summary of the files, not for the page that workers see",
            file=output,
            hint=f"name that page with --layout {output}",
        )
    out = Output(format, output)
    systems = inputs.named_files(hypotheses)
    out.check([*people.paths, *systems.values()], *written)
    drawing = {"words": words is not None, "sample": sample is not None, "split": split}
    idle = [name for name, used in drawing.items() if used]
    idle = idle if kind == "validity" else people.used()
    idle += ["split"] if kind == "rating" and split else []
    idle += ["hypothesis"] if kind != "rating" and hypotheses else []
    if idle:
        raise InputError(f"{spelled(idle)}: no effect on the task {kind!r}")
    for path, given in zip(written, named.values(), strict=True):
        if given is None and path.exists():
            raise InputError(
                "this file exists, and may belong to tasks that workers have",
                file=path,
                hint="name other files with --layout, --tasks and --settings, or move this one",
            )
    qualifications = Qualifications(country, approved, acceptance)
    sampled: dict[str, Any] = {
        "words": inputs.bounds(words),
        "sample": sample,
        "seed": seed,
        "qualifications": qualifications,
        "files": [path.name for path in people.paths],
    }
    if kind == "validity":
        task = judging(people.crowd(), qualifications)
    elif kind == "rating":
        texts = {name: list(read_lines(path)) for name, path in systems.items()}
        task = rating(people.sources(), texts, **sampled)
    else:
        task = rewriting(people.sources(), kind, split=split, **sampled)
    out.show(task.write(*written))


@dataclass(frozen=True)
class _Proposed(People):
    files: Answers = None

    hint = "give the answers: --answers crowd.jsonl; or --m2 FILE, or -s FILE with -r FILE -r FILE"


@app.command()
def validity(
    judgements: list[Path],
    people: _Proposed,
    bootstrap: Bootstrap,
    out: Output,
    bins: str = "1-11",
    resample: Literal["corrections", "sentences"] = "corrections",
    yes: str = "Yes",
    no: str = "No",
    judged_columns: list[str] | None = None,
) -> None:
    """Are rare corrections bad? Print the share judged valid, by frequency.

    [bold]Examples[/bold]

      corrigenda references validity judged.csv --answers batch.csv --figure validity.pdf
      corrigenda references validity judged.csv -a a.csv -a b.csv --bins 1,2,5 --select judged

    Arguments:
        judgements (JUDGEMENTS): Judgements of corrections (.csv).

    Input:
        yes: The verdict that means valid.
        no: The verdict that means not valid.
        judged_columns (--judgement-column WHAT=HEADER): Headers of columns in files of judgements:
            source, correction, verdict, worker, assignment, status. An empty header: no such
            column.

    Options:
        bins (NUMBERS): Lower bounds of the frequency bins.
        resample: Resample corrections, or sentences with all their corrections (more cautious).
    """
    from corrigenda.references.mturk import JudgementColumns, read_judgements
    from corrigenda.references.validation import check_bins
    from corrigenda.references.validation import validity as judged

    people.check()
    out.check([*judgements, *people.paths])
    where, wanted = named_columns(JudgementColumns(), judged_columns), inputs.numbers(bins)
    check_bins(wanted)
    crowd = people.crowd()
    read = read_judgements(judgements, where, yes=yes, no=no, encoding=people.encoding)
    settings = bootstrap.settings()
    out.show(judged(read, crowd, bins=wanted, resample=resample, settings=settings))


# --- estimating -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Written(Keyed):
    """What people wrote, to estimate populations from.

    Arguments:
        files ([FILES]): Answers of a crowd: results of Mechanical Turk (.csv), or JSONL. A file in
            any other format is a corpus, as if given with --m2.
    """


@app.command()
def estimate(
    people: _Written,
    out: Output,
    thresholds: str = "0,0.001,0.01,0.1",
    populations: Path | None = None,
    work: Work = WORK,
) -> None:
    """How many valid corrections does a sentence have, including those nobody wrote down?

    [bold]Examples[/bold]

      corrigenda references estimate batch.csv --populations populations.jsonl
      corrigenda references estimate crowd.jsonl --key index --figure mass.pdf
      corrigenda references estimate *.csv --select released

    Options:
        thresholds (--above FREQUENCIES): Count variants more frequent than these.

    Output:
        populations (FILE.jsonl): Write the populations, one sentence per line, for the other
            commands.
    """
    from corrigenda.references.populations import write

    people.check()
    out.check(people.paths, populations)
    above = inputs.decimals(thresholds)
    estimated = replace(people.populations(work, people.key), above=above)
    outputs.remark(estimated.remarks)
    with outputs.independent() as part:
        if populations is not None:
            with part(populations):
                write(estimated, populations)
                outputs.say(f"{len(estimated)} populations are in {populations}")
        out.write(part, estimated)


ALL_KEYS = "exact,index"


@app.command()
def coverage(
    people: Estimating,
    bootstrap: Bootstrap,
    out: Output,
    numbers: Numbers = None,
    keys: str = ALL_KEYS,
    different: bool = False,
    observed: float | None = None,
    work: Work = WORK,
) -> None:
    """How often is a perfect corrector judged right, by the number of references?

    [bold]Examples[/bold]

      corrigenda references coverage batch.csv -M 1-20 --figure coverage.pdf
      corrigenda references coverage populations.jsonl -M 1,10,100,1000000
      corrigenda references coverage crowd.jsonl -M 2 --observed 0.31

    Options:
        keys (--key KEYS): When corrections are the same: exact, index, positions (see `estimate`).
        different: All references are different (sampled without replacement).
        observed (ACCURACY): Test whether a perfect corrector might have this accuracy.
    """
    from corrigenda.references.coverages import REFERENCES, check
    from corrigenda.references.coverages import coverage as covered
    from corrigenda.references.populations import Key

    people.check()
    out.check(people.paths)
    wanted, chosen = inputs.numbers(numbers, REFERENCES), inputs.listed(keys)
    check(wanted, chosen, observed)
    given = people.known(key=keys != ALL_KEYS) or people.crowd()
    with work.with_progress("Estimating"):
        curves = covered(
            given,
            wanted,
            keys=cast(list[Key], chosen),
            method=people.estimator,
            replacement=not different,
            observed=observed,
            settings=bootstrap.settings(),
        )
    out.show(curves)


# --- ceilings, plans, incentives ------------------------------------------------------------------


@app.command()
def ceiling(
    people: People,
    sampling: Sampling,
    bootstrap: Bootstrap,
    out: Output,
    measures: options.Measures = ["M2"],  # noqa: B006 - typer copies it
    numbers: str | None = None,
    gain: options.Gain = 0.01,
    work: Work = WORK,
) -> None:
    """Score people, by the number of references.

    From a corpus (--m2, -s and -r), one annotator at a time is left out and judged by the others.
    From a crowd (FILES: .csv or .jsonl), a perfect corrector writes one answer and is judged by
    others, all sampled at random.

    [bold]Examples[/bold]

      corrigenda references ceiling batch.csv -m 'M2(case=false)' -M 1-10 --figure ceiling.pdf
      corrigenda references ceiling bn10.m2 --missing unchanged -M 1,2,5,9
      corrigenda references ceiling -s dev.src -r dev.ref0 -r dev.ref1 -r dev.ref2 -m GLEU

    Options:
        numbers (-M NUMBERS): Numbers of references, such as 1,2,5-10 (default: 1-10, or all).
    """
    from corrigenda.evaluation.scoring import measures_for
    from corrigenda.references.ceilings import ceiling as ceilings
    from corrigenda.references.ceilings import limited

    people.check()
    out.check(people.paths)
    wanted = None if numbers is None else inputs.numbers(numbers)
    limits = limited(measures_for(measures, references=True))
    written, drawing, settings = people.crowd_or_corpus(), sampling.drawing(), bootstrap.settings()
    with work.with_progress("Scoring"):
        scores = ceilings(written, limits, wanted, drawing=drawing, gain=gain, settings=settings)
    out.show(scores)


@app.command()
def plan(
    people: Keyed,
    bootstrap: Bootstrap,
    out: Output,
    numbers: Numbers = None,
    bias: str = "0.5",
    sentences: int = 1000,
    price: float = 0.1,
    budget: float | None = None,
    work: Work = WORK,
) -> None:
    """How many references do I need, and what do they cost?

    [bold]Examples[/bold]

      corrigenda references plan pilot.csv --sentences 1500 --price 0.12 --bias 0.5,0.3
      corrigenda references plan populations.jsonl --budget 2000 --figure plan.pdf

    Options:
        bias (SHARES): Report the number of references until at most this share of a perfect
            corrector's sentences is judged wrong.
        sentences: Number of sentences to annotate.
        price: Price of one annotation, in any currency.
        budget: Total budget.
    """
    from corrigenda.references.plans import REFERENCES, check
    from corrigenda.references.plans import plan as planned

    people.check()
    out.check(people.paths)
    needs: dict[str, Any] = {"sentences": sentences, "price": price, "budget": budget}
    needs |= {"references": inputs.numbers(numbers, REFERENCES), "bias": inputs.decimals(bias)}
    check(**needs)
    populations = people.populations(work, people.key)
    out.show(planned(populations, settings=bootstrap.settings(), **needs))


@app.command()
def incentive(
    people: Keyed,
    out: Output,
    numbers: Numbers = None,
    covered: str | None = None,
    alpha: float = 0.0,
    work: Work = WORK,
) -> None:
    """When does a measure reward leaving an error uncorrected?

    [bold]Examples[/bold]

      corrigenda references incentive batch.csv -M 1,2,10,100 --figure incentive.pdf
      corrigenda references incentive --coverage 1=0.14,2=0.23,20=0.49 --alpha 0.5

    Input:
        covered (--coverage M=SHARE,...): Coverage by number of references, instead of files:
            1=0.14,2=0.23.

    Options:
        alpha: Cost of a wrong correction, relative to the gain of a right one.
    """
    from corrigenda.references.covered_mass import checked
    from corrigenda.references.incentives import REFERENCES, check_alpha
    from corrigenda.references.incentives import incentive as paid

    if (covered is None) == (not people.paths):
        raise InputError("expected what people wrote, or --coverage: one of the two")
    if covered is None:
        people.check()
    out.check(people.paths)
    wanted = inputs.numbers(numbers, REFERENCES)
    checked(wanted)
    check_alpha(alpha)
    known = people.populations(work, people.key) if covered is None else shares(covered)
    out.show(paid(known, wanted, alpha=alpha))


# --- what options say -----------------------------------------------------------------------------


def spelled(names: Iterable[str]) -> str:
    """Return the options of these names, as users type them."""
    return ", ".join("--" + name.replace("_", "-") for name in names)


def named_columns(defaults: Any, given: Sequence[str] | None) -> Any:
    """Return the names of columns, of which some are given as WHAT=HEADER."""
    known = {field.name for field in fields(defaults)}
    for text in given or []:
        what, equals, header = text.partition("=")
        if not equals or what not in known:
            raise InputError(
                f"expected WHAT=HEADER after {as_options(defaults.option)}, found {text!r}",
                hint=f"WHAT is one of {', '.join(sorted(known))}",
            )
        defaults = replace(defaults, **{what: header or None})
    return defaults


def shares(text: str) -> dict[int, float]:
    """Return the shares of M=SHARE between commas."""
    by_number: dict[int, float] = {}
    for part in inputs.listed(text):
        number, _, share = part.partition("=")
        try:
            by_number[int(number)] = float(share)
        except ValueError:
            raise InputError(
                f"expected M=SHARE, found {part!r}", hint="write 1=0.14,2=0.23"
            ) from None
    return by_number
