"""Other tools as they are, not stand-ins for them: `make test-integrations` installs them."""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corrigenda as cg
from corrigenda.integrations.scores import scored

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")
os.environ.setdefault("WANDB_MODE", "offline")

DOCS = Path(__file__).resolve().parents[2] / "docs"
SOURCES = ["He go home .", "They is here .", "I likes it .", "Fine ."]
REFERENCES = [
    ["He goes home .", "They are here .", "I like it .", "Fine ."],
    ["He went home .", "They were here .", "I like it .", "Fine ."],
]
OUTPUTS = ["He goes home .", "They is here .", "I like it .", "Fine ."]

pytestmark = pytest.mark.filterwarnings("ignore")  # of other packages about each other


def library(name: str) -> Any:
    """Return a package; skip the test if it is not installed."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed: `make test-integrations` installs and tests it")
    return importlib.import_module(name)


def expected(measures: str = "M2,GLEU", outputs: list[str] = OUTPUTS) -> dict[str, float]:
    result = cg.evaluate(
        sources=SOURCES, references=REFERENCES, systems={"x": outputs}, measures=measures, ci=None
    )
    return result.flat()


# --- transformers ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    transformers, tokenizers = library("transformers"), library("tokenizers")
    texts = [*SOURCES, *OUTPUTS, *(text for column in REFERENCES for text in column)]
    words = ["<pad>", "</s>", "<unk>", *sorted({word for text in texts for word in text.split()})]
    inner = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: k for k, word in enumerate(words)}, unk_token="<unk>")
    )
    inner.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )


def encoded(texts: list[str], tokenizer: Any) -> list[list[int]]:
    return [[*tokenizer(text)["input_ids"], tokenizer.eos_token_id] for text in texts]


def padded(rows: list[list[int]], by: int = -100) -> Any:
    width = max(map(len, rows))
    return np.array([[*row, *[by] * (width - len(row))] for row in rows])


def trainer(tokenizer: Any, folder: Path, metrics: Any, **options: Any) -> Any:
    transformers, torch = library("transformers"), library("torch")
    torch.manual_seed(1)
    size = len(tokenizer)
    config = transformers.T5Config(
        vocab_size=size, d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2,
        pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, dropout_rate=0.0,
    )  # fmt: skip
    data = [
        {"input_ids": source, "attention_mask": [1] * len(source), "labels": target}
        for source, target in zip(
            encoded(SOURCES, tokenizer), encoded(REFERENCES[0], tokenizer), strict=True
        )
    ]
    model = transformers.T5ForConditionalGeneration(config)
    arguments = transformers.Seq2SeqTrainingArguments(
        str(folder), use_cpu=True, report_to=[], max_steps=60, learning_rate=0.03,
        per_device_train_batch_size=4, per_device_eval_batch_size=3, logging_steps=1000,
        save_strategy="no", generation_max_length=8, disable_tqdm=True, **options,
    )  # fmt: skip
    return transformers.Seq2SeqTrainer(
        model=model,
        args=arguments,
        train_dataset=data,
        eval_dataset=data,
        data_collator=transformers.DataCollatorForSeq2Seq(tokenizer, model=model),
        compute_metrics=metrics,
    )


def test_trainer_with_generation(tokenizer: Any, tmp_path: Path) -> None:
    metrics = cg.integrations.transformers.compute_metrics(
        sources=SOURCES, references=REFERENCES, measures="M2,GLEU", tokenizer=tokenizer
    )
    made = trainer(tokenizer, tmp_path, metrics, predict_with_generate=True)
    made.train()
    found = made.evaluate()
    predicted = made.predict(made.eval_dataset).predictions
    texts = [
        " ".join(tokenizer.convert_ids_to_tokens([k for k in row if k > 1])) for row in predicted
    ]
    right = expected(outputs=texts)
    assert {name: found[f"eval_{name}"] for name in right} == right
    assert right["M2"] > 0, texts  # it has learned something, so there is something to compare


def test_trainer_with_logits_and_with_inputs(tokenizer: Any, tmp_path: Path) -> None:
    given = cg.integrations.transformers
    metrics = given.compute_metrics(measures="M2", tokenizer=tokenizer)
    made = trainer(tokenizer, tmp_path, metrics, include_for_metrics=["inputs"])
    with pytest.warns(UserWarning, match="predict_with_generate"):
        assert 0 <= made.evaluate()["eval_M2"] <= 1
    made.preprocess_logits_for_metrics = given.argmax
    assert 0 <= made.evaluate()["eval_M2"] <= 1


def test_predictions_of_every_kind(tokenizer: Any) -> None:
    transformers = library("transformers")
    metrics = cg.integrations.transformers.compute_metrics(
        sources=SOURCES, references=REFERENCES, measures="M2,GLEU", tokenizer=tokenizer
    )
    numbers = padded(encoded(OUTPUTS, tokenizer))
    labels = padded(encoded(REFERENCES[0], tokenizer))
    assert metrics(transformers.EvalPrediction(numbers, labels)) == expected()
    ids = padded(encoded(OUTPUTS, tokenizer), by=0)
    logits = np.eye(len(tokenizer), dtype=np.float32)[ids]
    for predictions in (logits, (logits, np.zeros(3))):
        with pytest.warns(UserWarning, match="logits"):
            assert metrics(transformers.EvalPrediction(predictions, labels)) == expected()
    alone = cg.integrations.transformers.compute_metrics(measures="M2,GLEU", tokenizer=tokenizer)
    inputs = padded(encoded(SOURCES, tokenizer), by=0)
    one = cg.evaluate(
        sources=SOURCES, references=REFERENCES[:1], systems={"x": OUTPUTS}, measures="M2,GLEU",
        ci=None,
    )  # fmt: skip
    assert alone(transformers.EvalPrediction(numbers, labels, inputs=inputs)) == one.flat()
    with pytest.raises(cg.InputError, match=r"include_for_metrics=\['inputs'\]"):
        alone(transformers.EvalPrediction(numbers, labels))
    with pytest.raises(cg.InputError, match="4 sentences, but the model made 3 predictions"):
        metrics(transformers.EvalPrediction(numbers[:3], labels))
    with pytest.raises(cg.InputError, match="token numbers or logits"):
        metrics(transformers.EvalPrediction(numbers.astype(float), labels))


# --- evaluate -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ragged", [False, True])
def test_evaluate_load(ragged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = library("evaluate")
    monkeypatch.setattr("evaluate.config.HF_MODULES_CACHE", tmp_path / "modules", raising=False)
    path = cg.integrations.hugging_face.PATH
    metric = evaluate.load(path, "M2,GLEU", cache_dir=str(tmp_path))
    references = [list(of) for of in zip(*REFERENCES, strict=True)]
    if ragged:
        references[3] = references[3][:1]
    found = metric.compute(sources=SOURCES, predictions=OUTPUTS, references=references)
    records = zip(SOURCES, OUTPUTS, references, strict=True)
    assert found == scored(records, "M2,GLEU").flat()
    if not ragged:
        assert found == expected()
    plain = evaluate.load(path, cache_dir=str(tmp_path))
    found = plain.compute(sources=SOURCES, predictions=OUTPUTS, references=REFERENCES[0], ci=95)
    assert found["M2"] == pytest.approx(1.25 * (2 / 3) / (0.25 + 2 / 3))  # two of three errors
    assert found["M2.low"] <= found["M2"] <= found["M2.high"]


# --- lm-eval --------------------------------------------------------------------------------------


def blocks() -> dict[str, str]:
    """Return the files that the page shows."""
    page = (DOCS / "integrations.md").read_text(encoding="utf-8")
    return dict(re.findall(r'(?ms)^```\w+ title="([^"]+)"\n(.*?)^```$', page))


def test_lm_eval_runs_the_task_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lm_eval = library("lm_eval")
    api = importlib.import_module("lm_eval.api.model")
    tasks = importlib.import_module("lm_eval.tasks")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("task/functions.py", "task/gec.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(blocks()[name], encoding="utf-8")
    references = [list(of) for of in zip(*REFERENCES, strict=True)]
    rows = zip(SOURCES, references, strict=True)
    lines = [json.dumps({"source": source, "references": of}) for source, of in rows]
    (tmp_path / "test.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    class Corrector(api.LM):  # type: ignore[misc, name-defined]
        """Answers with the outputs above."""

        def generate_until(self, requests: Any) -> list[str]:
            known = dict(zip(SOURCES, OUTPUTS, strict=True))
            return [known[re.findall(r"Sentence: (.+)", one.args[0])[-1]] for one in requests]

        def loglikelihood(self, requests: Any) -> Any:
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    manager = tasks.TaskManager(include_path=str(tmp_path / "task"))
    found = lm_eval.simple_evaluate(Corrector(), tasks=["gec"], task_manager=manager)
    right = expected()
    assert found["results"]["gec"]["M2,none"] == right["M2"]
    assert found["results"]["gec"]["GLEU,none"] == right["GLEU"]
    assert found["results"]["gec"]["M2.recall,none"] == right["M2.recall"]
    dummy = lm_eval.simple_evaluate("dummy", tasks=["gec"], task_manager=manager)
    assert dummy["results"]["gec"]["M2,none"] < right["M2"]


# --- loggers --------------------------------------------------------------------------------------


@pytest.fixture
def result() -> cg.Result:
    return cg.evaluate(
        sources=SOURCES,
        references=REFERENCES,
        systems={"x": OUTPUTS},
        measures=["M2", "M2(beta=1.0)"],
        ci=None,
    )


def test_wandb(result: cg.Result, tmp_path: Path) -> None:
    wandb = library("wandb")
    run = wandb.init(mode="offline", project="test", dir=str(tmp_path))
    result.log(wandb=run, step=3)
    run.log({"another": 1.0}, step=4)  # which ends the step before
    summary = dict(run.summary)
    run.finish()
    assert {name: summary[name] for name in result.flat()} == result.flat()


def test_mlflow(result: cg.Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlflow = library("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    mlflow.set_tracking_uri(uri)
    mlflow.set_experiment("test")
    with mlflow.start_run() as run:
        result.log(mlflow=mlflow, step=1)
    client = mlflow.MlflowClient(uri)
    result.log(mlflow=client, run_id=run.info.run_id, step=2, prefix="again/")
    kept = client.get_run(run.info.run_id).data.metrics
    assert kept["M2"] == kept["again/M2"] == result["x", "M2"].value
    assert kept["M2_beta_1.0.recall"] == result["x", "M2(beta=1.0)"].score.parts["recall"]
    with pytest.raises(cg.InputError, match="run_id"):
        result.log(mlflow=client)


def test_the_page_names_what_the_test_environment_has() -> None:
    """What is skipped here is skipped with a reason, and the Makefile knows the way."""
    make = (DOCS.parent / "Makefile").read_text(encoding="utf-8")
    assert "test-integrations:" in make
    assert sys.version_info >= (3, 10)
