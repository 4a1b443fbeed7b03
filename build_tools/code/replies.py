"""What comes back of a job: its answers out of the worker's reply, or why there is none. And the job as it is sent."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import signal
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from build_tools.code.snippets import MENDS
from build_tools.model import Answer, Failure, Job, Outcome, Question, Record, Tree

_NO_PACKAGE = (
    "Snippets import NumPy at most, beside the standard library and the course's own modules in `snippets/`: "
    "compute it with those, or correct the name."
)
LONGEST = 64 << 20  # bytes of an answer; of all that a process leaves, no more is read
_MOST_PARTS = 4_000_000  # of an answer: it is small beside what becomes of it once it is read
_DEEPEST = 100  # folds of a value; `convert` allows fewer
# What reading an answer raises that something else than our own worker wrote.
_GARBLED = ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError
_LESS = "Make do with less: what a snippet may use at most stands in CONTRIBUTING.md."
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # with these a worker ends that cannot write its answer


@dataclass(frozen=True)
class Ended:
    """How a job's process ended, and what it left: its answer, and the log of what it was doing."""

    answer: bytes = b""
    log: bytes = b""
    code: int = 0
    late: bool = False  # it was ended, because its time was up
    lost: str = ""  # why nothing is known of it: it could not be started, or what was to start it is gone
    over: str = ""  # it was ended, because it used too much of something: of what
    layers: Mapping[str, str] = field(default_factory=dict)  # of the sandbox around it, each with why it does not hold
    noted: Mapping[str, Any] | None = None  # what it read, where that is not what its answer says


def task(job: Job, limit: float, memory: int, conditions: Sequence[str] = ()) -> bytes:
    """A job as the worker reads it.

    Args:
        job: the job.
        limit: seconds of wall time that it has.
        memory: bytes that it has.
        conditions: what of `conditions` differs in this run from the one that counts.
    """
    asked = {
        "path": job.path,
        "source": job.source,
        "limit": limit,
        "memory": memory,
        "conditions": list(conditions),
        "questions": [[question.expression, question.language] for question in job.questions],
        "context": {language: _trees(names) for language, names in job.context.items()},
        "substitutes": _trees(job.substitutes),
    }
    return json.dumps(asked).encode()


def _trees(names: Mapping[str, Tree]) -> dict[str, Any]:
    return {name: tree_to_json(tree) for name, tree in names.items()}


def read(job: Job, ended: Ended, limit: float) -> Outcome:
    """What a job came to.

    Args:
        job: the job.
        ended: how its process ended.
        limit: the seconds of wall time that it had.
    """
    if ended.lost:
        return _outcome(job, failure("snippet-error", 1, ended.lost))
    if len(ended.answer) > LONGEST:
        return _outcome(job, failure("snippet-exit", 1, f"its answer is longer than {LONGEST >> 20} MB"))
    line, whole, printed = ended.answer.partition(b"\n")
    try:  # without a whole line there is no answer; with one, what came to a bad end was only the printing of values
        if not whole:
            return _outcome(job, _death(job, ended, limit))
        return _answered(job, _parsed(line), _printed(printed, len(job.questions)), ended.layers)
    except _GARBLED:
        return _outcome(job, failure("snippet-exit", 1, "its process wrote over its own answer"))


def _parsed(line: bytes) -> Any:
    """A line that a snippet's process wrote, which may be anything; of bounded size, and text that can be written.

    Raises:
        ValueError: it is no JSON, or more than anybody has a use for.
    """
    if sum(map(line.count, (b",", b"[", b"{"))) > _MOST_PARTS:
        raise ValueError("too many parts")
    found = json.loads(line.decode())
    if re.search(rb"\\u[dD][89a-fA-F]", line):  # halves of characters: fine where two make a whole
        json.dumps(found, ensure_ascii=False).encode()
    return found


def noted(ended: Ended) -> Mapping[str, Any]:
    """What a job read, as its process noted it; `unseen` where that is not known."""
    if ended.noted is not None:
        return ended.noted
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        found = json.loads(ended.answer.partition(b"\n")[0])["noted"]
        if isinstance(found, dict):
            return found
    return {"unseen": "it hides what it reads"}


def keep(job: Job, ended: Ended, outcome: Outcome) -> bytes:
    """A job's outcome as it is kept on disk: what its process wrote, and what a second run had otherwise."""
    line, _, printed = ended.answer.partition(b"\n")
    reply = {name: part for name, part in json.loads(line).items() if name != "noted"}
    varies = [
        [number, tree_to_json(answer.varied), answer.varies]
        for number, answer in enumerate(outcome.answers[question] for question in job.questions)
        if answer.varies
    ]
    written = json.dumps(reply).encode() + b"\n" + printed
    return json.dumps({"varies": varies, "layers": dict(ended.layers)}).encode() + b"\n" + written


def kept(job: Job, data: bytes, limit: float) -> Outcome:
    """The outcome that `keep` kept.

    Raises:
        ValueError: it is none.
    """
    line, _, written = data.partition(b"\n")
    try:
        ours = json.loads(line)
        outcome = read(job, Ended(written, layers=ours["layers"]), limit)
        if outcome.failure is not None:
            raise ValueError(outcome.failure.message)
        answers = dict(outcome.answers)
        for number, tree, why in ours["varies"]:
            question = job.questions[number]
            answers[question] = replace(answers[question], varied=tree_from_json(tree), varies=str(why))
    except (TypeError, KeyError, IndexError) as error:
        raise ValueError(str(error)) from error
    return replace(outcome, answers=answers)


def stamp(outcome: Outcome, questions: Iterable[Question]) -> bytes:
    """Tells an outcome from any other one, as far as these questions and the snippet's values go."""
    stamps = outcome.stamps
    for asked in (None, *questions):
        if asked not in stamps:
            stamps[asked] = hashlib.sha256(json.dumps(_told(outcome, asked)).encode()).digest()
    return hashlib.sha256(b"".join(stamps[asked] for asked in (None, *questions))).digest()


def _told(outcome: Outcome, asked: Question | None) -> list[Any]:
    """All that an outcome says to a question; or all that it says beside its answers."""
    if asked is None:
        values = {name: tree_to_json(tree) for name, tree in outcome.values.items()}
        return [outcome.path, outcome.digest, values, dict(outcome.versions), outcome.helpers, dict(outcome.layers)]
    found = outcome.answers[asked]
    trees = [tree_to_json(tree) for tree in (found.value, found.twin, found.varied)]
    names = [sorted(found.names), sorted(found.depends_on)]
    said = [found.error, found.twin_error, found.printed, found.varies]
    return [asked.expression, asked.language, trees, names, said]


def _printed(data: bytes, questions: int) -> dict[int, str]:
    """What `print` shows, by the number of the question: a line for those that share an answer."""
    texts: dict[int, str] = {}
    for line in data.split(b"\n", questions)[:-1]:
        with suppress(*_GARBLED):  # the snippet has written between our lines
            numbers, text = _parsed(line)
            texts |= dict.fromkeys(sorted(set(range(questions)).intersection(numbers)), _text(text))
    return texts


def _answered(job: Job, reply: Mapping[str, Any], printed: Mapping[int, str], layers: Mapping[str, str]) -> Outcome:
    if "failure" in reply:
        rule, line, message = reply["failure"]
        if rule not in MENDS or not isinstance(line, int) or not 1 <= line <= len(job.source) + 1:
            raise ValueError("no failure of ours")
        return _outcome(job, failure(rule, line, str(message)))
    found = zip(job.questions, reply["answers"], strict=True)
    answers = {question: _answer(one, printed.get(number, "")) for number, (question, one) in enumerate(found)}
    values = {name: tree_from_json(tree) for name, tree in reply["values"].items()}
    return Outcome(
        path=job.path,
        digest=_digest(job),
        answers=answers,
        values=values,
        versions={name: _text(version) for name, version in reply["versions"].items()},
        helpers=tuple(map(_below, reply["helpers"])),
        layers=layers,
    )


def _answer(found: Mapping[str, Any], printed: str) -> Answer:
    return Answer(
        tree_from_json(found.get("value")),
        _text(found.get("error", "")),
        frozenset(map(_text, found.get("names", ()))),
        frozenset(map(_text, found.get("depends_on", ()))),
        tree_from_json(found.get("twin")),
        _text(found.get("twin_error", "")),
        printed,
    )


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError(type(data).__name__)
    return data


def _below(path: Any) -> str:
    """A path of a file of the project."""
    if os.path.isabs(_text(path)) or path != os.path.normpath(path) or path.startswith(os.pardir):
        raise ValueError(f"{path} is not in the project")
    return str(path)


def _death(job: Job, ended: Ended, limit: float) -> Failure:
    """Why there is no answer, from the process's end and the traceback that faulthandler left."""
    text, code = ended.log.decode("utf-8", "replace"), ended.code
    doing = re.findall(r"^@(\w+)$", text, re.MULTILINE)
    during = ""
    if doing and doing[-1].isdecimal() and int(doing[-1]) < len(job.questions):
        during = f" while {{={job.questions[int(doing[-1])].expression}}} was evaluated"
    line = _innermost(job.path, text)
    if line > len(job.source) + 1:  # a snippet has written that
        line = 1
    if ended.over:
        return replace(failure("snippet-exit", line, f"it was ended{during}: {ended.over}"), mend=_LESS)
    if ended.late:
        return failure("snippet-timeout", line, f"it did not end within {limit:g} s{during}")
    if code == -getattr(signal, "SIGXCPU", 0):
        return failure("snippet-timeout", line, f"it used more than {limit:g} s of the processor's time{during}")
    if code < 0:
        return failure("snippet-exit", line, f"its process was ended by {_signal(-code)}{during}")
    if code in _NO_ROOM:
        message = f"its answer could not be written: {os.strerror(code)}"
        mend = "Free some space where temporary files are kept, or set TMPDIR to another folder."
        return replace(failure("snippet-exit", 1, message), mend=mend)
    return failure("snippet-exit", line, f"its process ended with exit code {code}, without an answer{during}")


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


def failure(rule: str, line: int, message: str) -> Failure:
    """A failure, with how to mend it."""
    mend = _NO_PACKAGE if message.startswith("ModuleNotFoundError") else MENDS.get(rule, "")
    return Failure(rule, line, message, mend)


def _outcome(job: Job, failure: Failure) -> Outcome:
    return Outcome(job.path, _digest(job), failure=failure)


def _digest(job: Job) -> str:
    return hashlib.sha256(job.source.encode("utf-8", "surrogatepass")).hexdigest()


def tree_to_json(tree: Tree) -> Any:
    """A `Tree` as JSON can hold it without loss; `convert` describes the form."""
    if isinstance(tree, Record):
        record = {"record": [[name, tree_to_json(part)] for name, part in tree.parts]}
        return {**record, "keys": list(tree.keys)} if tree.keys else record
    if isinstance(tree, tuple):
        return [tree_to_json(item) for item in tree]
    if isinstance(tree, Fraction):
        return {"fraction": [tree.numerator, tree.denominator]}
    return tree


def tree_from_json(data: Any, depth: int = 0) -> Tree:
    """The `Tree` that `tree_to_json`, or the child, wrote.

    Raises:
        ValueError, TypeError, LookupError, ArithmeticError: nobody of ours wrote it.
    """
    if depth > _DEEPEST:
        raise ValueError("nested too deep")
    if isinstance(data, list):
        return tuple(tree_from_json(part, depth + 1) for part in data)
    if isinstance(data, dict):
        if "fraction" in data:
            numerator, denominator = data["fraction"]
            if type(numerator) is not int or type(denominator) is not int:
                raise TypeError("no fraction")
            return Fraction(numerator, denominator)
        parts = tuple((str(name), tree_from_json(part, depth + 1)) for name, part in data["record"])
        keys = tuple(map(_text, data.get("keys", ())))
        return Record(parts, keys if len(keys) == len(parts) else ())
    if data is None or isinstance(data, (bool, int, float, str)):
        return data
    raise TypeError(type(data).__name__)
