"""Snippets → outcomes: each in a process of its own, in parallel, within a time limit.

One function, `run`, is all that the rest knows. What a snippet does to its process ends in its `Outcome`; it reaches
neither another snippet nor us.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import IO, Any

from build_tools.code.snippets import MENDS
from build_tools.model import Answer, Failure, Job, Outcome, Record, Tree

_PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])
# -I would ignore PYTHONHASHSEED; -s and -P with an environment of our own isolate as much.
_COMMAND = (
    sys.executable,
    *("-s", "-P", "-X", "utf8", "-c"),
    "import sys; sys.path.insert(0, sys.argv[1]); import build_tools.code.worker as worker; del sys.path[0]; "
    "worker.main(int(sys.argv[2]), int(sys.argv[3]))",
    _PACKAGE_ROOT,
)
_ENVIRONMENT = {
    "PATH": os.defpath,
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"),
}
_INHERITED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR")  # an interpreter may not start without the first two
_LAST_WORDS = 0.5  # seconds for a process that is told to stop to say where it was


def run(jobs: Sequence[Job], *, folder: Path, limit: float = 20.0) -> tuple[Outcome, ...]:
    """Run each job in a fresh process and ask it its questions.

    Args:
        jobs: what to run; their paths are relative to `folder`.
        folder: the project's root, the processes' working directory.
        limit: seconds of wall time for each.

    Returns:
        The outcomes, in the order of the jobs. Whatever a job does ends in its own outcome's `failure`.
    """
    outcomes: dict[int, Outcome] = {}
    running: set[subprocess.Popen[bytes]] = set()
    waiting = list(enumerate(jobs))[::-1]

    def drain() -> None:
        while waiting:
            try:
                number, job = waiting.pop()
            except IndexError:
                return
            try:
                outcomes[number] = _run(job, folder, limit, running)
            except Exception as error:  # no process to be had, no room for its answer
                outcomes[number] = _outcome(job, _failure("snippet-error", 1, f"it cannot be started: {error}"))

    threads = [threading.Thread(target=drain, daemon=True) for _ in range(min(_cores(), len(jobs)))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:  # after an interrupt: nothing of ours runs on
        waiting.clear()
        for process in list(running):
            _kill(process)
    return tuple(outcomes[number] for number in range(len(jobs)))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(job: Job, folder: Path, limit: float, running: set[subprocess.Popen[bytes]]) -> Outcome:
    """Files, not pipes: nobody waits for a reader, or for a daemon that keeps an end open."""
    with tempfile.TemporaryFile() as task, tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as log:
        task.write(_task(job, limit))
        task.seek(0)
        process = subprocess.Popen(
            (*_COMMAND, str(answer.fileno()), str(log.fileno())),
            stdin=task,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(answer.fileno(), log.fileno()),
            cwd=folder,
            env=_ENVIRONMENT | {name: os.environ[name] for name in _INHERITED if name in os.environ},
            start_new_session=True,
        )
        running.add(process)
        timed_out = _wait(process, limit)
        running.discard(process)
        return _read(job, process.returncode, timed_out, limit, answer, log)


def _wait(process: subprocess.Popen[bytes], limit: float) -> bool:
    """Wait for the process, not for what it leaves behind; then end its whole group. Whether it ran out of time."""
    finished, late = threading.Event(), threading.Event()

    def stop() -> None:
        late.set()
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGABRT)  # faulthandler writes down where it was
        if not finished.wait(_LAST_WORDS):
            _kill(process)

    timer = threading.Timer(limit, stop)
    timer.daemon = True
    timer.start()
    if hasattr(os, "waitid"):  # without reaping: the number of the group stays ours until it is killed
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        finished.set()
        timer.cancel()
        _kill(process)
        process.wait()
    else:
        process.wait()
        finished.set()
        timer.cancel()
        _kill(process)
    return late.is_set()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # nobody left (macOS says so of a zombie with the second)
        os.killpg(process.pid, signal.SIGKILL)


def _task(job: Job, limit: float) -> bytes:
    task = {
        "path": job.path,
        "source": job.source,
        "limit": limit,
        "questions": [[question.expression, question.language] for question in job.questions],
        "context": {language: _trees(names) for language, names in job.context.items()},
        "substitutes": _trees(job.substitutes),
    }
    return json.dumps(task).encode()


def _trees(names: Mapping[str, Tree]) -> dict[str, Any]:
    return {name: tree_to_json(tree) for name, tree in names.items()}


def _read(job: Job, code: int, timed_out: bool, limit: float, answer: IO[bytes], log: IO[bytes]) -> Outcome:
    line, ended, printed = _content(answer).partition(b"\n")
    try:  # without a whole line there is no answer; with one, what came to a bad end was only the printing of values
        if not ended:
            return _outcome(job, _death(job, code, timed_out, limit, log))
        return _answered(job, json.loads(line), _printed(printed))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return _outcome(job, _failure("snippet-exit", 1, "its process wrote over its own answer"))


def _printed(data: bytes) -> dict[int, str]:
    """What `print` shows, by the number of the question."""
    texts: dict[int, str] = {}
    for line in data.split(b"\n")[:-1]:
        with suppress(ValueError, TypeError, RecursionError):  # the snippet has written between our lines
            numbers, text = json.loads(line)
            texts |= {int(number): str(text) for number in numbers}
    return texts


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


def _answered(job: Job, reply: Mapping[str, Any], printed: Mapping[int, str]) -> Outcome:
    if "failure" in reply:
        rule, line, message = reply["failure"]
        return _outcome(job, _failure(rule, int(line), str(message)))
    found = zip(job.questions, reply["answers"], strict=True)
    answers = {question: _answer(one, printed.get(number, "")) for number, (question, one) in enumerate(found)}
    values = {name: tree_from_json(tree) for name, tree in reply["values"].items()}
    return Outcome(
        job.path, _digest(job), answers, values, None, dict(reply["versions"]), tuple(map(str, reply["helpers"]))
    )


def _answer(found: Mapping[str, Any], printed: str) -> Answer:
    return Answer(
        tree_from_json(found.get("value")),
        found.get("error", ""),
        frozenset(found.get("names", ())),
        frozenset(found.get("depends_on", ())),
        tree_from_json(found.get("twin")),
        found.get("twin_error", ""),
        printed,
    )


def _death(job: Job, code: int, timed_out: bool, limit: float, log: IO[bytes]) -> Failure:
    """Why there is no answer, from the process's end and the traceback that faulthandler left."""
    text = _content(log).decode("utf-8", "replace")
    doing = re.findall(r"^@(\w+)$", text, re.MULTILINE)
    during = ""
    if doing and doing[-1].isdecimal() and int(doing[-1]) < len(job.questions):
        during = f" while {{={job.questions[int(doing[-1])].expression}}} was evaluated"
    line = _innermost(job.path, text)
    if timed_out:
        return _failure("snippet-timeout", line, f"it did not end within {limit:g} s{during}")
    if code < 0:
        return _failure("snippet-exit", line, f"its process was ended by {_signal(-code)}{during}")
    return _failure("snippet-exit", line, f"its process ended with exit code {code}, without an answer{during}")


def _innermost(path: str, text: str) -> int:
    """The snippet's line in faulthandler's tracebacks (innermost first, the main thread last, ASCII with escapes)."""
    name = re.escape(path.encode("ascii", "backslashreplace").decode())
    for thread in reversed(re.split(r"^(?=Thread |Current thread )", text, flags=re.MULTILINE)):
        found = re.search(rf'^  File "{name}", line (\d+)', thread, re.MULTILINE)
        if found:
            return int(found[1])
    return 1


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _failure(rule: str, line: int, message: str) -> Failure:
    return Failure(rule, line, message, MENDS.get(rule, ""))


def _outcome(job: Job, failure: Failure) -> Outcome:
    return Outcome(job.path, _digest(job), failure=failure)


def _digest(job: Job) -> str:
    return hashlib.sha256(job.source.encode("utf-8", "surrogatepass")).hexdigest()


def tree_to_json(tree: Tree) -> Any:
    """A `Tree` as JSON can hold it without loss; `convert` describes the form."""
    if isinstance(tree, Record):
        return {"record": [[name, tree_to_json(part)] for name, part in tree.parts]}
    if isinstance(tree, tuple):
        return [tree_to_json(item) for item in tree]
    if isinstance(tree, Fraction):
        return {"fraction": [tree.numerator, tree.denominator]}
    return tree


def tree_from_json(data: Any) -> Tree:
    """The `Tree` that `tree_to_json`, or the child, wrote."""
    if isinstance(data, list):
        return tuple(map(tree_from_json, data))
    if isinstance(data, dict):
        if "fraction" in data:
            return Fraction(*data["fraction"])
        return Record(tuple((str(name), tree_from_json(part)) for name, part in data["record"]))
    if data is None or isinstance(data, (bool, int, float, str)):
        return data
    raise TypeError(type(data).__name__)
