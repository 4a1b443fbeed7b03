"""The child program: runs one snippet, answers the questions about it, and ends.

It runs in a process of its own. The job comes as JSON; the answer goes to one file descriptor, what is being done, and
a crash's traceback, to another, so that nothing a snippet prints can get between. The answer's first line is all that
was asked for; lines with what `print` shows of the values follow, and count for nothing without the first. Which layers
of the sandbox hold goes to a third one, which is closed before any code of others runs: it is no snippet's to say.
"""

from __future__ import annotations
import __future__

import builtins
import faulthandler
import importlib.machinery
import json
import os
import signal
import symtable
import sys
import time
import types
import warnings
from typing import Any, NoReturn

from build_tools.code import conditions, printed, sandbox, traced
from build_tools.code.convert import Json, describe, numpy
from build_tools.code.evaluate import Namespace
from build_tools.code.permissions import Permissions

NAME = "__snippet__"  # not "__main__": what stands below that test is for a person at a terminal
LARGEST_FILE = 80 << 20  # an answer is smaller
PRINTING = 5.0  # seconds of wall time, for the texts of all values together

_exit = os._exit
_write = os.write
_getpid = os.getpid
_monotonic = time.monotonic
_dumps = json.JSONEncoder().encode
_builtins = vars(builtins)
_faults = types.SimpleNamespace(**vars(faulthandler))
_handle, _handler, _signals = signal.signal, signal.getsignal, signal.valid_signals
_TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF) if hasattr(signal, "setitimer") else ()
_setitimer = getattr(signal, "setitimer", lambda timer, seconds: None)
_alarm = getattr(signal, "alarm", lambda seconds: None)


class _FromSource(importlib.machinery.SourceFileLoader):
    """Helpers are compiled anew: a `.pyc` is told from its source by the second, and a digit changes faster."""

    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class Worker:
    """One job, from its JSON to the answer's."""

    def __init__(self, job: Json, answer: int, log: int, layers: int) -> None:
        self.job = job
        self.path: str = job["path"]
        self.root = os.path.join(os.getcwd(), "")
        self.folder = os.path.dirname(os.path.abspath(self.path))
        self.answer = answer
        self.log = log
        self.layers = layers
        self.confined = False
        self.pid = _getpid()
        self.began = _monotonic()

    def run(self) -> NoReturn:
        """Ends the process, whatever happens."""
        try:
            try:
                self._confine()
                reply = self._work()
            except BaseException as error:  # ours or the snippet's, it must not surface as a traceback
                try:
                    reply = self._failure(error) | self._noted()
                except BaseException:  # an audit hook, which nobody can take off, or an error whose parts are traps
                    reply = _failed("snippet-error", 1, describe(error))
            try:
                self._send(reply)
            except OSError as error:  # no room is left for it: all that the parent will ever see is how we ended
                _exit(error.errno or 1)
            if "answers" in reply:
                self._print(reply["answers"])
        finally:
            _exit(0)

    def _send(self, reply: Json) -> None:
        if _getpid() != self.pid:  # a fork that ran on past the snippet's end
            _exit(0)
        data = f"{_dumps(reply)}\n".encode()
        while data:
            data = data[_write(self.answer, data) :]

    def _print(self, answers: list[Json]) -> None:
        """Once all answers are sent: what an object does while it is printed can no longer change them."""
        os._exit = _exit
        numbers: dict[int, list[int]] = {}  # of the questions that share one answer
        for number, answer in enumerate(answers):
            if "error" not in answer:
                numbers.setdefault(id(answer), []).append(number)
        seconds = min(PRINTING, self.job["limit"] - (_monotonic() - self.began) - 0.5)
        questions = [(same, *self.job["questions"][same[-1]]) for same in numbers.values()]
        printed.tell(self.namespace, questions, seconds, self.answer)

    def _confine(self) -> None:
        for descriptor in (self.answer, self.log):
            os.set_inheritable(descriptor, False)
        self._watch()
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        layers = sandbox.confine(
            Permissions(
                project=self.root,
                writable=os.environ.get("TMPDIR", ""),
                memory=self.job["memory"],
                seconds=self.job["limit"] + 1,
                file_size=LARGEST_FILE,
                kept=(self.answer, self.log, self.layers),
            )
        )
        sandbox.tell(layers, self.layers)
        self.confined = any(layer.holds for layer in layers if layer.name in ("files", "system calls"))
        self.trace = traced.install(
            self.root.rstrip(os.sep), own=[os.environ["TMPDIR"]] if "TMPDIR" in os.environ else []
        )
        conditions.apply(self.job["conditions"])  # around what notes: it is asked all the same
        sys.argv = [self.path]
        sys.path.insert(0, self.folder)
        sys.path_hooks.insert(0, self._finder)
        sys.path_importer_cache.clear()

    def _is_ours(self, path: str) -> bool:
        """Whether a file or folder is the project's, not of an environment that may lie inside it."""
        path = os.path.abspath(path)
        return (path + os.sep).startswith(self.root) and not path.startswith(sys.prefix + os.sep)

    def _finder(self, folder: str) -> importlib.machinery.FileFinder:
        if not self._is_ours(folder):
            raise ImportError
        extensions = (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES)
        return importlib.machinery.FileFinder(folder, extensions, (_FromSource, importlib.machinery.SOURCE_SUFFIXES))

    def _work(self) -> Json:
        compiled = self._compiled()
        if not isinstance(compiled, types.CodeType):
            return compiled
        module = types.ModuleType(NAME)
        module.__file__ = os.path.abspath(self.path)
        module.__builtins__ = builtins  # type: ignore[attr-defined]
        sys.modules[NAME] = module
        untouched = dict(_builtins)
        os._exit = self._exited
        self._note("snippet")
        try:
            warnings.simplefilter("error")
            exec(compiled, vars(module))
        finally:
            self._restore(untouched)
        if _getpid() != self.pid:
            _exit(0)  # a fork of the snippet's that ran on to its end
        own = [found for found in list(sys.modules.values()) if self._is_helper(found)]
        table = symtable.symtable(self.job["source"], self.path, "exec")
        self.namespace = namespace = Namespace(
            {
                name: value
                for name, value in vars(module).items()
                if not name.startswith("__") and not _is_future(value)
            },
            frozenset(symbol.get_name() for symbol in table.get_symbols() if symbol.is_imported()),
            (module, *own),
            self.job["context"],
            self.job["substitutes"],
        )
        answers = []
        for number, (expression, language) in enumerate(self.job["questions"]):
            self._note(str(number))
            answers.append(namespace.answer(expression, language))
        self._note("values")
        values = namespace.values()
        self._note("printed")
        helpers = sorted(os.path.relpath(str(found.__file__), self.root) for found in own)
        reply = {"answers": answers, "values": values, "versions": _versions(), "helpers": helpers}
        return reply | self._noted()

    def _noted(self) -> Json:
        """What was read, of a job that failed too: another machine may lack it."""
        return {"noted": self.trace.collected()} if hasattr(self, "trace") else {}

    def _compiled(self) -> Any:
        with warnings.catch_warnings(record=True) as noticed:
            warnings.simplefilter("always")
            try:
                code = compile(self.job["source"], self.path, "exec", dont_inherit=True)
            except SyntaxError as error:
                return _failed("snippet-syntax", error.lineno or 1, error.msg)
            except (ValueError, RecursionError, MemoryError) as error:
                return _failed("snippet-syntax", 1, describe(error))
        for warning in noticed:
            return _failed("snippet-warning", warning.lineno, f"{warning.category.__name__}: {warning.message}")
        return code

    def _restore(self, untouched: dict[str, Any]) -> None:
        """What the snippet may have patched and our own code needs."""
        _builtins.update(untouched)  # first: what else is done here needs them
        self._quieten()
        for name in set(_builtins) - set(untouched):
            del _builtins[name]
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(1000)

    def _quieten(self) -> None:
        """Takes off a snippet's alarms and its handlers of signals, and puts ours on again."""
        for timer in _TIMERS:
            _setitimer(timer, 0)
        for number in _signals():
            if callable(_handler(number)):
                _handle(number, signal.SIG_DFL)
        self._watch()

    def _watch(self) -> None:
        """Has a crash, and an end for want of time, leave word of where it was."""
        _faults.disable()
        _faults.enable(self.log)
        if hasattr(_faults, "register"):  # what ends a process that has used up its seconds of the processor
            _faults.unregister(signal.SIGXCPU)
            _faults.register(signal.SIGXCPU, self.log, chain=True)
        _alarm(int(self.job["limit"]) + 5)  # the parent ends us in time, unless it was itself killed

    def _is_helper(self, module: types.ModuleType | None) -> bool:
        if not isinstance(module, types.ModuleType) or module.__name__.partition(".")[0] in (NAME, __package__):
            return False
        path = vars(module).get("__file__")
        return isinstance(path, str) and self._is_ours(path)

    def _note(self, doing: str) -> None:
        _write(self.log, f"\n@{doing}\n".encode())

    def _exited(self, status: int) -> NoReturn:
        """Stands for `os._exit` while a snippet runs: an end without a word gets its line."""
        if _getpid() != self.pid:
            _exit(status)
        frame = sys._getframe(1)
        line = frame.f_lineno if frame.f_code.co_filename == self.path else 1
        self._send(_failed("snippet-exit", line, f"it ends its process: os._exit({status!r})"))
        _exit(0)

    def _failure(self, error: BaseException) -> Json:
        line, last = 1, None
        trace = error.__traceback__
        while trace is not None:
            last = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            if last[0] == self.path:
                line = trace.tb_lineno
            trace = trace.tb_next
        if isinstance(error, SystemExit):
            return _failed("snippet-exit", line, f"it ends its process: {describe(error)}")
        told = describe(error)
        if last is not None and last[0] != self.path and self._is_ours(last[0]):
            told += f" (in {os.path.relpath(last[0])}, line {last[1]})"
        if isinstance(error, PermissionError) and self.confined:
            told += "; a snippet computes, reads its project's files and writes temporary ones, no more"
        return _failed("snippet-warning" if isinstance(error, Warning) else "snippet-error", line, told)


def _is_future(value: object) -> bool:
    """Whether a value is what `from __future__ import …` leaves behind."""
    return isinstance(value, __future__._Feature)


def _failed(rule: str, line: int, message: str) -> Json:
    return {"failure": [rule, line, message]}


def _versions() -> Json:
    versions = {"python": ".".join(map(str, sys.version_info[:3]))}
    if numpy() is not None:
        versions["numpy"] = numpy().__version__
    return versions


def main(answer: int, log: int, layers: int) -> NoReturn:
    """Reads the job from stdin; the others are descriptors to write to."""
    Worker(json.load(sys.stdin), answer, log, layers).run()
