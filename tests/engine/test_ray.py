"""Work on a Ray cluster: the same digits, whatever becomes of its machines."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.engine import cluster, tables
from corrigenda.engine.parallel import mapped, using
from corrigenda.errors import InputError
from tests.engine.test_kept import killed_and_resumed

pytest.importorskip("ray")

pytestmark = [
    pytest.mark.ray,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(sys.platform != "linux", reason="clusters of several nodes on one machine"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster of two nodes with a processor each."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 10**8}
    made = Cluster(initialize_head=True, head_node_args={**head, "ray_client_server_port": port})
    made.client = f"ray://127.0.0.1:{port}"
    made.add_node(num_cpus=1, object_store_memory=10**8)
    before = os.environ.get("RAY_ADDRESS")
    os.environ["RAY_ADDRESS"] = made.address
    yield made
    del os.environ["RAY_ADDRESS"]
    if before is not None:
        os.environ["RAY_ADDRESS"] = before
    made.shutdown()


@pytest.fixture
def two(nodes: Any) -> Any:
    """The cluster, with both nodes, even if a test before ended one."""
    if len(nodes.worker_nodes) == 0:
        nodes.add_node(num_cpus=1, object_store_memory=10**8)
    return nodes


class Ending:
    """Progress that ends a node once so many sentences are done."""

    def __init__(self, nodes: Any, after: int) -> None:
        self.nodes, self.after, self.done, self.ended = nodes, after, 0, False

    def advance(self, steps: int) -> None:
        self.done += steps
        if self.done >= self.after and not self.ended:
            self.ended = True
            self.nodes.remove_node(next(iter(self.nodes.worker_nodes)), allow_graceful=False)


def corpus(times: int) -> tuple[list[cg.Segment], dict[str, list[str]]]:
    """The bundled sentences again and again, no two alike, so that no graph is at hand."""
    known = cg.read(examples.path("gold.m2"))
    system = cg.read_system(examples.path("good.txt"), known)
    segments, texts = [], []
    for k in range(times):
        for segment, correction in zip(known, system.corrections, strict=True):
            source = f"{segment.source} {k}"
            references = tuple(
                cg.Correction(source, edits=reference.edits, by=reference.by)
                for reference in segment.references
            )
            segments.append(cg.Segment(source, references))
            texts.append(f"{correction.text} {k}")
    return segments, {"good": texts}


@pytest.mark.parametrize(("measure", "times"), [("M2", 40), ("USim", 4)])
def test_a_node_that_dies_changes_no_digit(
    two: Any, monkeypatch: pytest.MonkeyPatch, measure: str, times: int
) -> None:
    monkeypatch.setattr(tables, "CHUNK", 32)
    segments, systems = corpus(times)
    ending = Ending(two, len(segments) // 4)
    with_ray = cg.evaluate(segments, systems, measure, resamples=100, engine="ray", progress=ending)
    here = cg.evaluate(segments, systems, measure, resamples=100, jobs=1)
    assert ending.ended
    assert ending.done == len(segments)
    assert with_ray.to_json() == here.to_json()


def doubled(chunk: list[int]) -> list[int]:
    return [2 * number for number in chunk]


def where(chunk: list[int]) -> list[int]:
    return [os.getpid()]


def exhaust(chunk: list[int]) -> list[int]:
    raise MemoryError


def refuse_slowly(chunk: list[int]) -> list[int]:
    if 3 in chunk:
        time.sleep(2)
    if chunk[0] >= 3:
        raise InputError(f"not {chunk[0]}")
    return chunk


def refuse(chunk: list[int]) -> list[int]:
    raise InputError("not this one", file="f.txt", line=7, hint="another")


def vanish(chunk: list[int]) -> list[int]:
    os.kill(os.getpid(), signal.SIGKILL)
    return chunk


def vanish_once(flag: Path, chunk: list[int]) -> list[int]:
    if 7 in chunk and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk


def pause(chunk: list[int]) -> list[int]:
    time.sleep(0.2)
    return chunk


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "times"), [("M2", 300), ("USim", 8)])
def test_a_killed_run_on_a_cluster_goes_on(
    two: Any, tmp_path: Path, measure: str, times: int
) -> None:
    killed_and_resumed(tmp_path, measure, times, "--engine", "ray")


def test_results_come_in_order_and_workers_stay(two: Any) -> None:
    with using("ray"):
        assert list(mapped(doubled, range(100), chunk=7)) == list(range(0, 200, 2))
        seen: set[int] = set()
        until = time.monotonic() + 60
        while len(seen) < 2 and time.monotonic() < until:  # one may start later than the other
            seen |= set(mapped(where, range(40), chunk=1))
        assert len(seen) == 2
        assert set(mapped(where, range(40), chunk=1)) <= seen


def test_no_more_is_taken_than_workers_can_use(two: Any) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        while taken < 1000:
            taken += 1
            yield taken

    with using("ray"):
        results = mapped(pause, numbers(), chunk=1)
        next(results)
        time.sleep(1)
        assert taken <= 4 * cluster.AT_ONCE
        results.close()
        # what was left undone does not get in the way of what comes next
        assert list(mapped(doubled, range(5), chunk=1)) == [0, 2, 4, 6, 8]


def test_a_worker_that_is_lost_is_replaced(two: Any, tmp_path: Path) -> None:
    work = partial(vanish_once, tmp_path / "flag")
    with using("ray"):
        assert list(mapped(work, range(50), chunk=1)) == list(range(50))
    assert (tmp_path / "flag").exists()


def test_work_that_ends_every_worker_is_an_error(two: Any) -> None:
    with using("ray"), pytest.raises(InputError, match="ended from outside 4 times"):
        list(mapped(vanish, range(3), chunk=1))


def test_errors_come_home_as_they_are(two: Any) -> None:
    with using("ray"):
        with pytest.raises(MemoryError):
            list(mapped(exhaust, range(20), chunk=1))
        with pytest.raises(InputError, match="not this one") as error:
            list(mapped(refuse, range(20), chunk=1))
    assert (error.value.file, error.value.line, error.value.hint) == ("f.txt", 7, "another")


def test_the_first_error_is_the_one_that_is_told(two: Any) -> None:
    done = []
    with using("ray"), pytest.raises(InputError, match="not 3"):
        done.extend(mapped(refuse_slowly, range(3), chunk=1))
        for number in mapped(refuse_slowly, range(20), chunk=1):
            done.append(number)
    assert done == [0, 1, 2, 0, 1, 2]


def test_another_version_on_a_node_is_refused(two: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "9.9")
    with using("ray"), pytest.raises(InputError, match=r"this one has 9\.9"):
        list(mapped(doubled, range(5), chunk=1))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "ray://nowhere.invalid:1"])
def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with using("ray"), pytest.raises(InputError, match="cannot use the Ray cluster"):
        mapped(doubled, range(5), chunk=1)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "corrigenda", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_command_prints_the_same(two: Any) -> None:
    files = ["--m2", str(examples.path("gold.m2")), "-H", f"x={examples.path('good.txt')}"]
    there = run("evaluate", *files, "-m", "M2,GLEU,USim", "-f", "json", "--engine", "ray")
    here = run("evaluate", *files, "-m", "M2,GLEU,USim", "-f", "json")
    assert there.stdout == here.stdout
    assert there.stderr == here.stderr
    assert json.loads(there.stdout)


def test_a_cluster_is_reached_from_outside(two: Any) -> None:
    pytest.importorskip("grpc")
    port = int(two.client.rpartition(":")[2])
    for _ in range(100):  # it starts later than the cluster
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.2)
    files = ["--m2", str(examples.path("gold.m2")), "-H", f"x={examples.path('good.txt')}"]
    there = run("evaluate", *files, "-m", "M2,Accuracy", "--engine", two.client)
    here = run("evaluate", *files, "-m", "M2,Accuracy")
    assert (there.stdout, there.stderr) == (here.stdout, here.stderr)


SLOW = """\
import sys, time
from corrigenda.cli import run
from corrigenda.engine.parallel import mapped, using
import corrigenda.cli.app as app
import typer

def wait(chunk):
    time.sleep(0.2)
    return chunk

def command() -> None:
    with using("ray"):
        for _ in mapped(wait, range(1000), chunk=1, jobs=1):
            print("working", flush=True)

def application(name=None):
    made = typer.Typer(pretty_exceptions_enable=False)
    made.command()(command)
    return made

app.application = application
if __name__ == "__main__":
    sys.argv[1:] = []
    run()
"""


def processes(group: int) -> list[str]:
    """What runs in a session."""
    running = []
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_text().replace("\0", " ").strip()
        except OSError:
            continue
        if folder.name.isdigit() and int(fields[3]) == group and fields[0] != "Z":
            running.append(command)
    return running


@pytest.mark.parametrize(
    ("number", "status", "message"),
    [
        (signal.SIGINT, 130, "corrigenda: interrupted\n"),
        (signal.SIGTERM, 143, "corrigenda: ended from outside\n"),
        (signal.SIGKILL, -9, ""),
    ],
)
def test_an_end_from_outside_ends_a_cluster_made_for_the_occasion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int, message: str
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    script = tmp_path / "slow.py"
    script.write_text(SLOW, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "working\n"
            if number == signal.SIGINT:  # as a terminal does: to the whole group
                os.killpg(started.pid, number)
            else:
                started.send_signal(number)
            _, said = started.communicate(timeout=30)
            assert started.returncode == status
            assert said == message
            # Ray's own agents look after the node of a killed program, but take a minute to do so.
            agents = ["ray::DashboardAgent", "ray::RuntimeEnvAgent"] if status < 0 else []
            until = time.monotonic() + 15
            while (left := processes(started.pid)) and time.monotonic() < until:
                if all(process in agents for process in left):
                    break
                time.sleep(0.1)
            assert [process for process in left if process not in agents] == []
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
