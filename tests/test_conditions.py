"""Under other conditions a value that depends on them is another one: each case is a value."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from build_tools.code import conditions, today
from build_tools.code.runner import Engine
from build_tools.model import Job, Question

PROGRAM = """\
import datetime, multiprocessing, os, pickle, platform, socket, sys, time
platform.node()
from build_tools.code import conditions
conditions.apply(sys.argv[1:])
from pathlib import Path
print({})
"""
VARYING = [
    "Path('a.txt').stat().st_mtime",
    "os.stat('a.txt').st_mtime_ns",
    "os.stat('a.txt')[8]",
    "os.lstat('a.txt').st_ctime",
    "os.path.getmtime('a.txt')",
    "os.fstat(os.open('a.txt', os.O_RDONLY)).st_mtime",
    "os.stat('a.txt').st_ino",
    "os.stat('a.txt')[1]",
    "[one.stat().st_mtime for one in os.scandir()]",
    "[one.stat(follow_symlinks=False).st_mtime for one in os.scandir('.')]",
]
STAYING = [
    "os.stat('a.txt').st_size",
    "[one.is_file() for one in os.scandir()], [one.is_dir(follow_symlinks=False) for one in os.scandir()]",
    "sorted((one.name, os.fspath(one), one.stat().st_size, one.is_symlink()) for one in os.scandir())",
    "sorted(one.name for one in Path().glob('**/*')), sorted(os.walk('.'))",
    "os.stat('a.txt')[:1], os.stat('a.txt')[2:7], os.stat('a.txt').st_blksize, len(os.stat('a.txt'))",
    "sorted(one.name for one in os.scandir(os.open('.', os.O_RDONLY)))",
    "os.stat in os.supports_follow_symlinks, os.stat in os.supports_fd, os.stat in os.supports_dir_fd",
    "os.path.samefile('a.txt', './a.txt'), os.path.sameopenfile(*[os.open('a.txt', os.O_RDONLY)] * 2)",
    "[one.name for one in os.scandir(b'.')], [os.fspath(one) for one in os.scandir(b'.')]",
]
CLOCKS = [
    "time.strftime('%j')",
    "int(time.strftime('%Y'))",
    "time.ctime()[:10]",
    "time.ctime(None)[:10]",
    "time.asctime()[:10]",
    "time.gmtime().tm_year",
    "time.monotonic() // 86_400",
    "time.monotonic_ns() // 10**9 // 86_400",
    "time.perf_counter() // 86_400",
    "time.perf_counter_ns() // 10**9 // 86_400",
    "time.clock_gettime(time.CLOCK_REALTIME) // 86_400",
    "time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 10**9 // 86_400",
    "os.times().elapsed // 86_400",
    "datetime.date.today()",
    "datetime.datetime.today().date()",
    "datetime.datetime.now().date()",
    "datetime.datetime.now(datetime.UTC).date()",
    "datetime.datetime.utcnow().date()",
    "datetime.date(2026, 5, 1).today()",
    "type('Own', (datetime.datetime,), {}).now().date()",
    "type('Own', (datetime.date,), {}).today()",
]
NO_CLOCKS = [
    "time.strftime('%j', time.gmtime(5)), time.ctime(5), time.asctime(time.gmtime(5)), time.gmtime(0)[:]",
    "time.process_time() // 60, time.thread_time() // 60, time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID) // 60",
    "os.times()[:4] < (60,) * 4, type(os.times()).__name__",
    "datetime.datetime(2026, 5, 1, 12), repr(datetime.datetime(2026, 5, 1)), datetime.date(2026, 5, 1)",
    "type(datetime.date(2026, 5, 1)) is datetime.date, {datetime.date: 3}[type(datetime.date(2026, 5, 1))]",
    "type(datetime.datetime(2026, 5, 1)) == datetime.datetime",
    "{datetime.datetime: 3}[type(datetime.datetime(2026, 5, 1))]",
    "isinstance(datetime.datetime(2026, 5, 1), datetime.datetime), issubclass(datetime.datetime, datetime.date)",
    "type('Own', (datetime.datetime,), {'twice': lambda self: self.day * 2})(2026, 5, 3).twice()",
    "isinstance(datetime.datetime(2026, 5, 1), type('Own', (datetime.datetime,), {}))",
    "pickle.dumps([datetime.date(2026, 5, 1), datetime.datetime(2026, 5, 1, 12), datetime.datetime])",
    "pickle.loads(pickle.dumps(datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)))",
    "datetime.datetime.fromisoformat('2026-05-01'), datetime.datetime.strptime('2026', '%Y'), datetime.datetime.min",
    "datetime.datetime.__name__, datetime.datetime.__module__, datetime.datetime(2026, 5, 1) - datetime.timedelta(1)",
]
MACHINES = [
    "os.cpu_count()",
    "multiprocessing.cpu_count()",
    "len(os.sched_getaffinity(0))",
    "os.uname().nodename",
    "platform.node()",
    "platform.release()",
    "socket.gethostname()",
]
NO_MACHINES = [
    "os.uname().sysname, platform.machine(), type(os.uname()).__name__",
    "os.sched_getaffinity(0) > set(), os.cpu_count() > 0",
]


def shown(folder: Path, expression: str, *conditions: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", PROGRAM.format(expression), *conditions]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=True).stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("text")
    return tmp_path


@pytest.mark.parametrize("expression", VARYING)
def test_the_time_of_a_file_is_another_one(folder: Path, expression: str) -> None:
    assert shown(folder, expression) != shown(folder, expression, "clock")
    assert shown(folder, expression) == shown(folder, expression, "order")


@pytest.mark.parametrize("expression", STAYING)
def test_nothing_else_of_a_file_is(folder: Path, expression: str) -> None:
    if "is_symlink" in expression:
        (folder / "link").symlink_to("a.txt")
    assert shown(folder, expression) == shown(folder, expression, "clock")


@pytest.mark.parametrize("expression", CLOCKS)
def test_a_clock_goes_on_to_another_day(folder: Path, expression: str) -> None:
    assert shown(folder, expression) != shown(folder, expression, "clock")
    assert shown(folder, expression) == shown(folder, expression, "machine")


@pytest.mark.parametrize("expression", NO_CLOCKS)
def test_what_is_no_clock_stays(folder: Path, expression: str) -> None:
    assert shown(folder, expression) == shown(folder, expression, "clock")


@pytest.mark.parametrize("expression", MACHINES)
def test_another_machine(folder: Path, expression: str) -> None:
    assert shown(folder, expression) != shown(folder, expression, "machine")
    assert shown(folder, expression) == shown(folder, expression, "clock")


@pytest.mark.parametrize("expression", NO_MACHINES)
def test_another_machine_of_the_same_kind(folder: Path, expression: str) -> None:
    assert shown(folder, expression) == shown(folder, expression, "machine")


# What NumPy, which asks the system itself, is told in so many words. In `helper`, `day` and `words` are as they are
# here: it is a module beside the snippet.
NUMPY = {
    "str(np.datetime64('today'))": True,
    'str(np.datetime64("Today", "M"))': True,
    "str(np.datetime64('now', 'D'))": True,
    "str(np.array(['now', '2026-11-30'], dtype='datetime64[D]')[0])": True,
    "str(np.array([['today']], dtype='<M8[D]')[0, 0])": True,
    "str(np.array(['now']).astype('datetime64[D]')[0])": True,
    "str(np.asarray(('today',), np.datetime64)[0])": True,
    "str(np.arange('today', 3, dtype='datetime64[D]')[0])": True,
    "int(np.busday_count('2020-01-01', 'today'))": True,
    "str(np.datetime64(b'today'))": True,
    "str(np.array(['today'], dtype=np.dtype('M8[D]'))[0])": True,
    "str(helper.day)": True,
    "str(np.datetime64('2026-11-30'))": False,
    "int(np.array(['today', 'now'], dtype='datetime64[D]')[:1].size)": False,
    "int((np.datetime64('today') - np.datetime64('today')).astype(int))": False,
    "words['today'], helper.words['now'], len('now'), 'today'": False,
    "str(np.array(words['now'], dtype='datetime64[D]'))": False,
    "str(np.array([words['today']]).astype('datetime64[D]')[0])": False,
    "np.array(['now', 'then']).tolist(), np.dtype('datetime64[D]').kind, np.datetime64.__name__": False,
}
DATED = """\
import numpy as np
words = dict(now="2026-11-30", today="2026-12-01")
day = np.datetime64("today")
"""


@pytest.mark.parametrize("sandboxed", [True, False], ids=["forked", "spawned"])
def test_today_as_it_is_told_to_numpy(folder: Path, sandboxed: bool) -> None:
    (folder / "helper.py").write_text(DATED)
    jobs = [
        Job(f"x{number}.py", f"{DATED}import helper\nvalue = {expression}\n", (Question("value", "en"),))
        for number, expression in enumerate(NUMPY)
    ]
    with Engine(folder, warm=sandboxed) as engine:
        outcomes = engine(jobs)
    found = {}
    for expression, outcome in zip(NUMPY, outcomes, strict=True):
        assert outcome.failure is None, outcome.failure
        (answer,) = outcome.answers.values()
        assert not answer.error
        found[expression] = answer.varies
    assert {expression: bool(why) for expression, why in found.items()} == NUMPY
    assert set(found.values()) == {"", conditions.SAID["clock"]}


@pytest.mark.parametrize(
    "source",
    [
        "",
        "np.datetime64('today'",
        "column('now', np.datetime64); S['now']",
        "@reg('today', np.datetime64)\\ndef f(): pass",
        "getattr(R, 'today', np.datetime64) + 1",
        "len('now'.replace('M8', ''))",
        "np.datetime64('to' 'day')",
        "np.datetime64('''today''')",
        "np.datetime64('to'\n'day')",
        "# np.datetime64('today')\n",
        "d = {'today': 1}; np.array(d['today'], dtype='M8[D]')",
        "text = 'say np.datetime64(\\'today\\')'",
    ],
)
def test_a_source_that_says_nothing_of_the_kind(source: str) -> None:
    assert today.later(source) == source


def test_lines_stay_where_they_are() -> None:
    source = "é = '今日'; x = [np.datetime64('now'), np.datetime64(\n  'today')]; y = 'today'\nz = 1 / 0\n"
    changed = today.later(source)
    assert changed.count("\n") == source.count("\n")
    assert re.sub(r"'2\d{3}-[\d-]+T[\d:]+'", "'now'", re.sub(r"'2\d{3}-\d\d-\d\d'", "'today'", changed)) == source
    assert today.later_bytes(source.encode()) == changed.encode()
    assert today.later_bytes(b"# coding: latin-1\nx = np.datetime64('now') # \xe9").endswith(b"\xe9")


@pytest.mark.parametrize(
    "source",
    [
        "k = 'z'\nw = f'{k}{np.datetime64(\"today\")}'\nx = 3 + 0\n",
        "w = ('a' f'{k}'\n f'{np.datetime64(\"today\")}')\n",
        "x = 1\rday = np.datetime64('today')\r# a\r\nlater = 2\n\rz = 3",
        "x = 1\n\x0cday = np.datetime64(r'today') # \u2028 \x85\n",
    ],
)
def test_whatever_stands_around_a_word(source: str) -> None:
    """Versions of Python misplace what is in an f-string, and lines end in three ways: nothing else is touched."""
    changed = today.later(source)
    compile(changed, "x.py", "exec")
    assert re.sub(r"2\d{3}-\d\d-\d\d", "today", changed) == source
