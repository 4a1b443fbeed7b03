"""Snippets on the workers of a real cluster: they come to the same, whatever dies in the middle of it.

All of it stays on loopback. A test that kills something waits for what follows, at most as long as `PATIENCE` allows.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import distributed
import pytest

from build_tools import course, ledger
from build_tools.__main__ import main
from build_tools.code import cluster, forked, host, inputs, outpost, parcel, replies, scheduler
from build_tools.code.cluster import Cluster
from build_tools.code.runner import Engine
from build_tools.code.sandbox import Kernel
from build_tools.code.store import Store
from build_tools.disk import Disk
from build_tools.errors import BuildError, UsageError
from build_tools.model import Job, Question

ROOT = Path(__file__).parents[1]
HOSTILE = ROOT / "tests" / "samples" / "hostile"
SANDBOXED = bool(sys.platform == "linux" and Kernel.here().landlock and Kernel.here().machine)
LONG = 60.0  # seconds after which a test gives up, where nothing should take as long


class Two:
    """A cluster of two workers: started when it is asked for, and once more after its scheduler was killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None

    def address(self) -> str:
        """As `--executor` takes it."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "tests" / "dask_cluster.py"), str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                text=True,
            )
            assert self.process.stdout
            self.at = self.process.stdout.readline().strip().replace("tcp", "dask")
        assert self.at.startswith("dask://127.0.0.1:"), "the cluster has not started"
        return self.at

    def kill(self) -> None:
        """The scheduler, at once; its workers end by themselves."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = None

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate(timeout=LONG)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    cluster = Two(tmp_path_factory.mktemp("workers"))
    try:
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def address(two: Two) -> str:
    return two.address()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "snippets/helper.py": "value = 4\n",
        "snippets/pure/exact.py": "value = 5\n",
        "data/rates.csv": "1,2\n",
        "docs/page.md": "six",
        **{f"snippets/{name}.py": (HOSTILE / name / "snippet.py").read_text("utf-8") for name in ATTACKS},
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path.resolve()


def job(name: str, source: str, *expressions: str, files: Sequence[str] = ()) -> Job:
    questions = tuple(Question(expression, "en") for expression in expressions or ("value",))
    return Job(f"snippets/{name}.py", source, questions, files=tuple(files))


# What writes, starts, connects or signals where it may not.
ATTACKS = ["write_outside", "write_in_project", "subprocess", "fork_bomb", "socket_tcp", "kill_parent", "exit_os"]
SOURCES = {
    "number": "value = 1\n",
    "array": "import numpy as np\nvalue = np.random.default_rng(3).integers(0, 9, (2, 2)) / 7\n",
    "helped": "from helper import value\n",
    "packaged": "import pathlib, sys\nsys.path.append('snippets/pure')\nfrom exact import value\n",
    "itself": "import pathlib, os\nvalue = __file__, os.getcwd(), str(pathlib.Path('snippets').resolve())\n",
    "temporary": "import tempfile\nwith tempfile.TemporaryFile() as file:\n    value = file.write(b'abc')\n",
    "listed": "import os\nvalue = os.listdir('snippets/pure')\n",
    "nothing": "import os\nvalue = os.path.exists('data/none.csv')\n",
    "data": "value = open('data/rates.csv').read()\n",
    "ordered": "value = list({'a', 'b', 'c', 'd', 'e', 'f'})\n",
    "dated": "import time\nvalue = time.localtime().tm_year // 1000 * (time.time() > 4e9)\n",
    "wrong": "first = 1\nvalue = first / 0\n",
    "missing": "import no_such_module\n",
    "elsewhere": "value = open('no/such/file.csv').read()\n",
    "unreadable": "value = (\n",
    "warns": "import warnings\nwarnings.warn('it is')\n",
}
JOBS = [
    *(job(name, source, files=["data/rates.csv"] * (name == "data")) for name, source in SOURCES.items()),
    *(job(name, (HOSTILE / name / "snippet.py").read_text("utf-8")) for name in ATTACKS if SANDBOXED),
]


def test_workers_come_to_the_same_and_what_they_came_to_is_kept(project: Path, address: str) -> None:
    """To the byte; a second run asks no worker, and none of this machine either, though they are alike."""
    with Engine(project) as engine:
        expected = engine(JOBS)
    with Store(project / ".cache", engine="e") as store, Cluster(address, project) as there:
        with Engine(project, store=store, cluster=there) as engine:
            found = engine(JOBS)
        for one, other in zip(found, expected, strict=True):
            assert one == other, one.path
        assert {one.path for one in found if one.failure is None} >= {
            f"snippets/{name}.py" for name in list(SOURCES)[:11]
        }
        assert {answer.varies for one in found for answer in one.answers.values()} != {""}
        asked: list[int] = []
        there.run = lambda tasks, *_, **__: asked.append(len(tasks))  # type: ignore[method-assign]
        well = [one for one, outcome in zip(JOBS, expected, strict=True) if outcome.failure is None]
        for where in (there, None):
            with Engine(project, store=store, cluster=where) as engine:
                assert list(engine(well)) == [outcome for outcome in expected if outcome.failure is None]
        assert asked == []
        (project / "snippets" / "helper.py").write_text("value = 5\n")
        with pytest.raises(KeyError), Engine(project, store=store, cluster=there) as engine:
            engine(well)
        assert asked == [1], "what depends on a file that has changed is asked for again"


def test_workers_get_what_was_saved_since(project: Path, address: str) -> None:
    """One connection serves all that is saved while `serve` runs; files that are as they were are sent once."""
    read = job("data", SOURCES["data"], files=["data/rates.csv"])
    with (
        Store(project / ".cache", engine="e") as store,
        Cluster(address, project) as there,
        Engine(project, store=store, cluster=there, twice=False) as engine,
    ):

        def values(*jobs: Job) -> list[object]:
            return [outcome.answers[Question("value", "en")].value for outcome in engine(jobs)]

        sent: list[bytes] = []
        submit = there._client.submit

        def noted(function: Callable[..., object], *given: object, **named: object) -> object:
            sent.extend([str(given[0]).encode()] if function is bytes else [])
            return submit(function, *given, **named)

        there._client.submit = noted
        assert values(job("helped", SOURCES["helped"]), read) == [4, "1,2\n"]
        assert values(job("other", "from helper import value\n"), replace(read, source=f"{read.source}# again\n"))
        assert len(sent) == 1
        (project / "snippets" / "helper.py").write_text("value = 5\n")
        (project / "data" / "rates.csv").write_text("3,4\n")
        assert values(job("helped", SOURCES["helped"]), read) == [5, "3,4\n"]
        assert len(sent) == 2


def test_a_course_is_the_same_report(address: str) -> None:
    assert ledger.as_json(course.check(ROOT, cache=False, executor=address)) == ledger.as_json(
        course.check(ROOT, cache=False)
    )


MISSED = {
    "data": ("value = 1\nmore = open('data/rates.csv').read()\n", 2, "data/rates.csv"),
    "asked": ("import os\nvalue = os.path.exists('docs/page.md')\n", 1, "docs/page.md"),
    "listed": ("import os\nvalue = os.listdir()\n", 1, "."),
    "caught": ("try:\n    value = open('docs/page.md').read()\nexcept OSError:\n    value = ''\n", 1, "docs/page.md"),
}


def test_what_a_worker_lacks_is_no_other_answer(project: Path, address: str) -> None:
    jobs = [job(name, source) for name, (source, _, _) in MISSED.items()]
    with Cluster(address, project) as there, Engine(project, cluster=there) as engine:
        outcomes = engine(jobs)
    for outcome, (_, line, path) in zip(outcomes, MISSED.values(), strict=True):
        assert outcome.failure is not None, outcome
        assert (outcome.failure.rule, outcome.failure.line) == ("snippet-error", line)
        assert f"it looks for {path}, " in outcome.failure.message and "# needs:" in outcome.failure.message


# ------------------------------------------------------------------------------------ what dies in the middle of it


SLOW = "import time\ntime.sleep(1.5)\nvalue = 7\n"


@contextmanager
def killing(address: str, name: str, times: int) -> Iterator[list[int]]:
    """Kills the worker that runs a job as soon as it does, as often as that; what was killed."""
    killed: list[int] = []
    ended = threading.Event()

    # Within this function, so that it is sent as it is: workers cannot import this module.
    def running(dask_worker: distributed.Worker) -> int:
        return os.getpid() if any(name in str(task.key) for task in dask_worker.state.executing) else 0

    def kill() -> None:
        with distributed.Client(address.replace("dask", "tcp"), set_as_default=False) as client:
            while len(killed) < times and not ended.wait(0.05):
                for pid in client.run(running, on_error="ignore").values():
                    if pid and pid not in killed:
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        ended.set()
        thread.join(LONG)


def test_a_worker_is_killed_and_another_one_finishes(project: Path, address: str) -> None:
    jobs = [job("slow_one", SLOW), *(job(f"quick{number}", "value = 8\n") for number in range(4))]
    with (
        Cluster(address, project) as there,
        Engine(project, twice=False, cluster=there) as engine,
        killing(address, "slow_one", 1) as killed,
    ):
        outcomes = engine(jobs)
    assert len(killed) == 1
    assert [outcome.failure for outcome in outcomes] == [None] * 5
    assert [outcome.values["value"] for outcome in outcomes] == [7, 8, 8, 8, 8]


def test_what_kills_every_worker_is_a_finding_and_the_next_one_runs(project: Path, address: str) -> None:
    with Cluster(address, project) as there, Engine(project, twice=False, cluster=there) as engine:
        with killing(address, "deadly_one", 9) as killed:
            (outcome,) = engine([job("deadly_one", SLOW)])
        assert len(killed) == 2
        assert outcome.failure is not None
        assert (outcome.path, outcome.failure.rule) == ("snippets/deadly_one.py", "snippet-error")
        assert "each worker that ran it has died, 2 in all" in outcome.failure.message
        assert engine([job("next", "value = 2\n")])[0].values == {"value": 2}


def test_a_cluster_without_workers_is_lost(monkeypatch: pytest.MonkeyPatch, project: Path, address: str) -> None:
    with Cluster(address, project) as there:
        monkeypatch.setattr(scheduler, "PATIENCE", 0.1)
        monkeypatch.setattr(cluster, "_OFTEN", 0.0)
        monkeypatch.setattr(there._client, "nthreads", lambda **_: {})
        with pytest.raises(BuildError, match="no workers any more"), Engine(project, cluster=there) as engine:
            engine([job("slow", SLOW)])


# ---------------------------------------------------------------------------------------------- what is no cluster


@pytest.mark.parametrize(
    "text",
    [
        *("dask", "dask://", "dask://host", "dask://host:", "dask://:80", "dask://host:0", "dask://host:99999"),
        *("tcp://host:80", "host:80", "dask://host:port", "dask://a@host:80", "dask://host:80/", "dask://host:80?a"),
        *(f"dask://{'a' * 64}:80", "dask://a..b:80"),
        *("dask://ho st:80", "dask://[::1:80", "DASK//host:80"),
    ],
)
def test_what_is_no_address_is_wrong_use(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--root", str(ROOT), "--executor", text]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {text!r} is no address of a Dask scheduler\n    write --executor dask://host:port")


def test_addresses() -> None:
    assert scheduler.place("dask://host.example:8786") == ("host.example", 8786)
    assert scheduler.place("dask://[::1]:8786") == ("::1", 8786)


def test_an_address_at_which_nothing_or_something_else_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", 1.0)
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        address = f"dask://127.0.0.1:{door.getsockname()[1]}"
        assert main(["check", "--root", str(ROOT), "--executor", address]) == 2
        assert f"error: nothing answers at {address}: " in capsys.readouterr().err
        door.listen()  # and it never says anything
        assert main(["check", "--root", str(ROOT), "--executor", address]) == 2
        assert capsys.readouterr().err.startswith(f"error: what answers at {address} is no Dask scheduler")


def test_without_the_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("dask", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["build", "--root", str(ROOT), "--executor", "dask://127.0.0.1:1"]) == 2
    told = capsys.readouterr().err
    assert "needs the package distributed" in told and "python -m pip install distributed" in told


def test_nobody_imports_it_unasked() -> None:
    program = (
        "import sys; from build_tools import __main__; from build_tools.code import outpost; "
        "from build_tools.publishing import serve, site; print({'dask', 'distributed'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


OTHERS: dict[str, Callable[[host.Host], host.Host]] = {
    "it has another version of Tashikame": lambda one: _around(one, engine="x"),
    "it has NumPy 1.0, here it is": lambda one: _around(one, numpy="1.0"),
    "it has no NumPy, here it is": lambda one: _around(one, numpy=""),
    "it has Python 3.9.1, here it is": lambda one: _around(one, python="3.9.1 (main)"),
    "": lambda one: _around(one, machine="another processor"),
}


def _around(one: host.Host, **parts: str) -> host.Host:
    return replace(one, surroundings=replace(one.surroundings, **parts))


@pytest.mark.parametrize("why", OTHERS)
def test_a_worker_of_another_kind_is_refused(why: str) -> None:
    here = host.here()
    found = here.foreign(OTHERS[why](here))
    assert found.startswith(why) if why else found == ""


def test_workers_that_are_not_what_is_expected_are_refused(
    project: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the beginning, and where one joins later."""
    other = _around(host.here(), numpy="1.0", machine="another processor")
    with Cluster(address, project) as there, Engine(project, cluster=there) as engine:
        there.host = other
        with pytest.raises(UsageError, match=r"a worker that has joined .* NumPy, the processor or the C library"):
            engine([job("number", "value = 1\n")])
    monkeypatch.setattr(cluster.host, "here", lambda: other)
    with pytest.raises(UsageError, match=r"tcp://127.0.0.1:\d+ cannot run snippets for this course: it has NumPy"):
        Cluster(address, project)


def test_a_scheduler_that_is_lost_publishes_nothing_and_ends(
    project: Path, two: Two, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", 5.0)
    address = two.address()
    with Cluster(address, project) as there, Engine(project, twice=False, cluster=there) as engine:
        assert engine([job("first", "value = 1\n")])[0].values == {"value": 1}
        threading.Timer(0.5, two.kill).start()
        with pytest.raises(BuildError, match=r"the cluster at dask://.* is lost"):
            engine([job("slow", SLOW), job("other", SLOW), job("third", SLOW)])
    assert main(["build", "--root", str(ROOT), "--out", str(project / "site"), "--executor", address]) == 2
    assert capsys.readouterr().err.startswith(f"error: nothing answers at {address}: ")
    assert not (project / "site").exists()


def test_hosts_survive_json() -> None:
    here = host.here()
    assert host.from_json(here.to_json()) == here
    assert here.differs(_around(here, blas="x")) == "the libraries that came with NumPy"
    assert here.differs(replace(here, kernel=Kernel(0, ""), forks=False)) == "what the kernel isolates with"
    for text in ("", "[]", "{}", "[{}, true, {}]", "5", here.to_json().replace("engine", "motor")):
        with pytest.raises(ValueError):
            host.from_json(text)


def test_an_end_that_is_none() -> None:
    for data in (b"", b"{}", b"[]", b'{"answer": 0}', b'{"host": "{}"}', b'{"answer": []}', b"\xff"):
        with pytest.raises(ValueError):
            outpost.ended(data)


# ----------------------------------------------------------------------------------------------------- the parcel


def test_a_parcel_holds_the_same_wherever_the_files_are_the_same(project: Path, tmp_path: Path) -> None:
    (project / "snippets" / "empty").mkdir()
    (project / "snippets" / "link").symlink_to("helper.py")
    os.mkfifo(project / "snippets" / "pipe")
    (project / "snippets" / "helper.py").chmod(0o711)
    packed = parcel.pack(project, ["data/rates.csv", "data/none.csv", "snippets/helper.py"])
    there = tmp_path / "there"
    there.mkdir()
    parcel.unpack(packed.data, there)
    assert {path.relative_to(there).as_posix() for path in there.rglob("*")} == {
        *(path.relative_to(project).as_posix() for path in (project / "snippets").rglob("*") if path.name != "pipe"),
        *("snippets", "data", "data/rates.csv"),
    }
    assert os.readlink(there / "snippets" / "link") == "helper.py"
    for name, digest in packed.files.items():
        held, copy = Disk(str(project), 0).file(name), Disk(str(there), 0).file(name)
        assert held and copy and held.digest == copy.digest == digest
        assert Disk(str(project), 0).place(name) == Disk(str(there), 0).place(name)
    (project / "snippets" / "pipe").unlink()
    os.utime(project / "snippets" / "helper.py", (1, 1))
    assert parcel.pack(project, ["data/rates.csv"]).digest == packed.digest
    (project / "snippets" / "helper.py").write_text("value = 5\n")
    assert parcel.pack(project, ["data/rates.csv"]).digest != packed.digest


def test_what_is_too_large_is_wrong_use(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcel, "MOST", 3)
    with pytest.raises(UsageError, match="cannot be sent"):
        parcel.pack(project, [])


def test_what_a_worker_found_outside_the_project_is_not_kept(project: Path) -> None:
    packed = parcel.pack(project, [])
    for noted in (
        {"files": {"/usr/share/x": "digest"}},
        {"places": {"/home": "folder"}},
        {"folders": {"/home": "digest"}},
        {"modules": {"/opt/x": "digest"}},
    ):
        assert packed.noted(noted)["unseen"]
    signed = {"files": {"snippets/helper.py": ""}, "signatures": {"snippets/helper.py": [1, 2, 3, 4]}}
    noted = packed.noted({**signed, "modules": {"/opt/x": "-"}, "unseen": ""})
    assert noted["files"] == {"snippets/helper.py": packed.files["snippets/helper.py"]}
    settled = inputs.settled(noted, Disk(str(project), time.time_ns()))
    assert settled is not None and settled.files == noted["files"]
    (project / "snippets" / "helper.py").write_text("value = 5\n")
    assert inputs.settled(noted, Disk(str(project), time.time_ns())) is None


@pytest.mark.skipif(not forked.possible(), reason="no nursery on this system")
def test_an_outpost_keeps_a_few_copies_and_closes_all(project: Path, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    post = outpost.Outpost(str(place))
    packed = parcel.pack(project, [])
    task = replies.task(job("number", "from helper import value\n"), 20.0, 1 << 30)
    folders = []
    for digest in "abcdefa":
        end, folder = post.run(task, digest, packed.data, limit=20.0, otherwise=digest == "b")
        assert b'"values"' in end.answer
        folders.append(folder)
    assert len(set(folders)) == 7, "the first had gone when it came again"
    assert sorted(str(path) for path in place.iterdir()) == sorted(folders[-4:])
    assert post.run(task, "f", packed.data, limit=20.0, otherwise=False)[1] == folders[5]
    post.close()
    assert list(place.iterdir()) == []
