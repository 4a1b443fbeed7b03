"""What a snippet reads is noted, all of it, and nothing that anybody does to that hurts a run.

Each case is a snippet in a small project, run in a fork as the engine does; then what it depended on is changed.
"""

from __future__ import annotations

import builtins
import hashlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from build_tools import disk
from build_tools.code import inputs, traced
from build_tools.disk import Disk

PARTS = ("files", "places", "folders", "modules", "signatures")
PYTHON = (sys.prefix, sys.base_prefix)
FILES = {
    "snippets/helper.py": "value = 1\n",
    "snippets/package/__init__.py": "",
    "snippets/package/part.py": "value = 2\n",
    "snippets/folder/inside.txt": "",
    "data/rates.csv": "1,2\n",
    "data/more.csv": "3\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "rates.csv").chmod(0o644)
    (tmp_path / "data" / "link.csv").symlink_to("rates.csv")
    return tmp_path.resolve()


def run(project: Path, source: str, *, settled: bool = False) -> dict[str, Any]:
    """What a snippet's process notes; `shown`, where the snippet defines it, is added. The process ends well."""
    with tempfile.TemporaryFile() as reply, tempfile.TemporaryDirectory() as own:
        pid = os.fork()
        if pid == 0:
            try:
                os.chdir(project)
                sys.dont_write_bytecode = True
                sys.path[:] = [str(project / "snippets"), *(path for path in sys.path if path.startswith(PYTHON))]
                if settled:  # every file is taken for one that was not changed of late
                    disk.RACY = -(10**18)
                namespace = {"__name__": "__snippet__", "OWN": os.path.realpath(own)}
                code = compile(source, "snippets/x.py", "exec")
                dumps, write, untouched = json.JSONEncoder().encode, os.write, dict(vars(builtins))
                trace = traced.install(os.getcwd(), (os.path.realpath(own),))
                exec(code, namespace)
                vars(builtins).update(untouched)
                noted = trace.collected() | {"shown": namespace.get("shown")}
                write(reply.fileno(), dumps(noted).encode())
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        reply.seek(0)
        return {name: {} for name in PARTS} | json.loads(reply.read())


def look(project: Path) -> Disk:
    return Disk(str(project), 0)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ------------------------------------------------------------------------------------------- what is noted


def test_nothing_is_read(project: Path) -> None:
    noted = run(project, "value = [id(n) for n in range(1000)]\n")
    assert {name: part for name, part in noted.items() if part} == {}


@pytest.mark.parametrize(
    "source",
    [
        "open('data/rates.csv').read()",
        "open(b'data/rates.csv').read()",
        "import io; io.FileIO('data/rates.csv').read()",
        "import pathlib; pathlib.Path('data', 'rates.csv').read_text()",
        "import os; os.close(os.open('./data//rates.csv', os.O_RDONLY))",
        "import os; open(os.path.abspath('data/rates.csv'))",
        "import os; os.chdir('data'); open('rates.csv')",
        "import csv; list(csv.reader(open('data/rates.csv')))",
        "import numpy; numpy.loadtxt('data/rates.csv', delimiter=',')",
        "import numpy; numpy.fromfile('data/rates.csv', dtype='u1')",
        "import mmap; f = open('data/rates.csv'); mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)",
        "import linecache; linecache.getlines('data/rates.csv')",
        "import threading; t = threading.Thread(target=lambda: open('data/rates.csv')); t.start(); t.join()",
        "f = lambda n: f(n - 1) if n else open('data/rates.csv')\nf(200)",
    ],
)
def test_a_file_that_is_read(project: Path, source: str) -> None:
    noted = run(project, source)
    assert noted["files"] == {"data/rates.csv": digest("1,2\n")}
    assert noted["signatures"] == {} and noted["unseen"] == ""
    noted = run(project, source, settled=True)
    assert noted["files"] == {"data/rates.csv": ""}
    assert noted["signatures"] == {"data/rates.csv": list(disk.signature(os.stat(project / "data" / "rates.csv")))}


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("import contextlib\nwith contextlib.suppress(OSError): open('data/none.csv')", {"data/none.csv": "ENOENT"}),
        ("import contextlib\nwith contextlib.suppress(OSError): open('data')", {"data": "folder, 755"}),
        ("import os; shown = os.path.exists('none')", {"none": "ENOENT"}),
        ("import os; shown = os.path.isfile('data/rates.csv')", {"data/rates.csv": "file of 4, 644"}),
        ("import os; shown = os.path.lexists('data/link.csv')", {"data/link.csv": "link to rates.csv, file of 4, 644"}),
        ("import os; shown = os.access('data/rates.csv', os.R_OK)", {"data/rates.csv": "file of 4, 644"}),
        ("import pathlib; shown = pathlib.Path('data').is_dir()", {"data": "folder, 755"}),
        ("import pathlib; shown = str(pathlib.Path('none').resolve())", {"none": "ENOENT"}),
        ("import os; shown = os.path.isfile('data/rates.csv/none')", {"data/rates.csv/none": "ENOTDIR"}),
    ],
)
def test_what_is_asked_for(project: Path, source: str, places: dict[str, str]) -> None:
    noted = run(project, source)
    assert (noted["places"], noted["files"], noted["unseen"]) == (places, {}, "")


@pytest.mark.parametrize(
    ("source", "folders"),
    [
        ("import os; shown = sorted(os.listdir('data'))", {"data"}),
        ("import os\nwith os.scandir('data') as found: shown = len(list(found))", {"data"}),
        ("import os; os.chdir('data'); shown = len(os.listdir())", {"data"}),
        ("import pathlib; shown = len(list(pathlib.Path('data').glob('*.csv')))", {"data"}),
        ("import glob; shown = len(glob.glob('data/*.csv'))", {"data"}),
        ("import os; shown = len(list(os.walk('snippets')))", {"snippets", "snippets/package", "snippets/folder"}),
        (
            "import pkgutil; shown = len(list(pkgutil.iter_modules(['snippets'])))",
            {"snippets", "snippets/folder", "snippets/package"},
        ),
    ],
)
def test_a_folder_that_is_listed(project: Path, source: str, folders: set[str]) -> None:
    noted = run(project, source)
    assert set(noted["folders"]) == folders and noted["unseen"] == ""


@pytest.mark.parametrize(
    ("source", "modules", "files"),
    [
        ("import helper", {"snippets/helper"}, {"snippets/helper.py"}),
        ("import importlib; importlib.import_module('helper')", {"snippets/helper"}, {"snippets/helper.py"}),
        (
            "from package import part",
            {"snippets/package", "snippets/package/part"},
            {"snippets/package/__init__.py", "snippets/package/part.py"},
        ),
        ("import contextlib\nwith contextlib.suppress(ImportError): import nothing", {"snippets/nothing"}, set()),
        ("import colorsys", {"snippets/colorsys"}, set()),
    ],
)
def test_a_module_that_is_looked_for(project: Path, source: str, modules: set[str], files: set[str]) -> None:
    noted = run(project, source)
    assert (set(noted["modules"]), set(noted["files"]), noted["unseen"]) == (modules, files, "")
    assert noted["folders"] == {}, "the import system's own listings are none of the snippet's"


def test_its_own_folder_is_nobody_s_input(project: Path) -> None:
    source = """
import os, pathlib
place = pathlib.Path(OWN, "x.txt")
place.write_text("x")
shown = [place.read_text(), place.exists(), os.listdir(OWN)]
place.rename(place.with_name("y.txt"))
open(os.devnull).read()
"""
    noted = run(project, source)
    assert noted.pop("shown") == ["x", True, ["x.txt"]]
    assert not any(noted.values())


def test_files_of_the_system_are_inputs_too(project: Path) -> None:
    if not os.path.exists("/usr/share/zoneinfo/Asia/Tokyo"):
        pytest.skip("there are no time zones here")
    noted = run(project, "import zoneinfo; shown = str(zoneinfo.ZoneInfo('Asia/Tokyo'))")
    assert list(noted["files"]) == ["/usr/share/zoneinfo/Asia/Tokyo"] and noted["unseen"] == ""


@pytest.mark.parametrize(
    "source",
    [
        "open('data/new.csv', 'w')",
        "open('data/rates.csv', 'a')",
        "import os; os.remove('data/more.csv')",
        "import os; os.mkdir('new')",
        "import os; os.rename('data/more.csv', OWN + '/x')",
        "import subprocess, sys; subprocess.run([sys.executable, '-c', ''])",
        "import os; os.system('true')",
        "import os\nif not os.fork(): os._exit(0)",
        "import ctypes.util; ctypes.CDLL(ctypes.util.find_library('c') or 'libc.so.6')",
        "import sqlite3; sqlite3.connect(OWN + '/x.sqlite')",
        "import os; d = os.open('data', os.O_RDONLY); os.open('rates.csv', os.O_RDONLY, dir_fd=d)",
        "import os; d = os.open('data', os.O_RDONLY); os.stat('rates.csv', dir_fd=d)",
        "import os; d = os.open('data', os.O_RDONLY); os.listdir(d)",
        "open('/dev/urandom', 'rb').read(8)",
        "open('/proc/self/status').read()",
        "import socket; s = socket.socket(socket.AF_UNIX); s.connect_ex('\\0nobody')",
    ],
)
def test_what_cannot_be_followed_is_not_kept(project: Path, source: str) -> None:
    noted = run(project, source)
    assert noted["unseen"]
    assert inputs.settled(noted, look(project)) is None


def test_what_is_harmless_is_kept(project: Path) -> None:
    noted = run(project, "import ctypes, sqlite3, tempfile, decimal; sqlite3.connect(':memory:')")
    assert noted["unseen"] == ""


# --------------------------------------------------------------------------------------------- tampering


@pytest.mark.parametrize(
    "source",
    [
        "import builtins; builtins.isinstance = None",
        "import builtins; builtins.getattr = builtins.sorted = builtins.any = builtins.len = lambda *x: 1 / 0",
        "import builtins; builtins.BaseException = builtins.Exception = builtins.OSError = int",
        "import os; os.fsdecode = os.fspath = os.stat = os.getcwd = None",
        "import os.path; os.path.normpath = os.path.join = os.path.abspath = None",
        "import hashlib, json, time; hashlib.sha256 = json.dumps = time.time_ns = None",
        "import sys; sys.meta_path.clear()",
        "import sys; sys.modules.clear()",
        "import sys; sys._getframe = None",
        "import sys; sys.addaudithook(lambda *x: None)",
        "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Trace': o.__dict__.clear()",
        "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Disk': o.__dict__.clear()",
        "import sys; sys.setrecursionlimit(60)",
        "import sys; sys.settrace(lambda *x: None); sys.setprofile(lambda *x: None)",
        "class P:\n    def __fspath__(self): raise KeyboardInterrupt\ntry: open(P())\nexcept BaseException: pass",
        "class P(str):\n    def startswith(self, *x): raise SystemExit\nopen(P('data/rates.csv'))",
        "try: open('data\\0rates.csv')\nexcept ValueError: pass",
        "try: open('data/\\ud800')\nexcept (ValueError, OSError): pass",
        "try: open(object())\nexcept TypeError: pass",
        "try: open('x' * 100_000)\nexcept OSError: pass",
    ],
)
def test_tampering_hurts_nobody(project: Path, source: str) -> None:
    """The snippet's own calls go on as they would; what is noted may be wrong, or `unseen`."""
    run(
        project,
        f"{source}\ntry:\n    with open('data/more.csv') as file: shown = file.read()\nexcept NameError: pass\n",
    )


def test_too_deep_a_recursion_is_the_snippet_s_own(project: Path) -> None:
    source = """
def deep():
    open("data/rates.csv").close()
    deep()
try: deep()
except RecursionError: shown = "caught"
"""
    assert run(project, source)["shown"] == "caught"


def test_the_functions_that_stand_in_look_like_those_of_os(project: Path) -> None:
    source = """
import os, shutil, pathlib
shown = [os.stat.__name__, os.stat in os.supports_dir_fd, os.open in os.supports_dir_fd, os.stat("data").st_mode > 0,
         os.stat(0, follow_symlinks=True) is not None, os.lstat("data/link.csv").st_size, os.readlink("data/link.csv")]
try: os.stat()
except TypeError: shown.append("TypeError")
try: os.stat("none")
except FileNotFoundError as error: shown.append(error.filename)
"""
    assert run(project, source)["shown"] == ["stat", True, True, True, True, 9, "rates.csv", "TypeError", "none"]


def test_many_threads(project: Path) -> None:
    for number in range(200):
        (project / "data" / f"{number}.txt").write_text(str(number))
    source = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    shown = sum(pool.map(lambda n: int(open(f"data/{n}.txt").read()), range(200)))
"""
    noted = run(project, source)
    assert noted["shown"] == sum(range(200)) and noted["unseen"] == ""
    assert noted["files"] == {f"data/{number}.txt": digest(str(number)) for number in range(200)}


# -------------------------------------------------------------------------------------- and what follows of it


def _write(name: str, text: str) -> Callable[[Path], object]:
    def change(project: Path) -> None:
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)

    return change


def _remove(name: str) -> Callable[[Path], object]:
    return lambda project: (project / name).unlink()


def _replace_link(project: Path) -> None:
    (project / "data" / "link.csv").unlink()
    (project / "data" / "link.csv").symlink_to("more.csv")


READS, ASKS = "open('data/rates.csv').read()", "import os; os.path.exists('data/none.csv')"
IMPORTS, LISTS = "import helper, colorsys", "import os; os.listdir('data')"
FINDS = "from package import part\ntry: import folder.none\nexcept ImportError: pass"


@pytest.mark.parametrize(
    ("source", "change", "fresh"),
    [
        (READS, _write("data/rates.csv", "1,3\n"), False),  # same size, same second
        (READS, _write("data/rates.csv", "1,2\n"), True),  # written again
        (READS, _write("data/more.csv", "4\n"), True),
        (READS, _remove("data/rates.csv"), False),
        ("open('data/link.csv').read()", _replace_link, False),
        ("open('data/link.csv').read()", _write("data/rates.csv", "1,3\n"), False),
        (ASKS, _write("data/none.csv", ""), False),
        (ASKS, _write("data/nothing.csv", ""), True),
        (IMPORTS, _write("snippets/helper.py", "value = 3\n"), False),
        (IMPORTS, _write("snippets/colorsys.py", ""), False),  # stands before the standard library's
        (IMPORTS, _write("snippets/colorsys/x.txt", ""), False),
        (IMPORTS, _write("snippets/helper.abi3.so", ""), False),
        (IMPORTS, _write("snippets/lesson.py", ""), True),  # another lesson's
        (IMPORTS, _write("data/colorsys.py", ""), True),
        (FINDS, _write("snippets/package/part.py", ""), False),
        (FINDS, _write("snippets/package/part/__init__.py", ""), False),
        (FINDS, _write("snippets/folder/__init__.py", ""), False),
        (FINDS, _write("snippets/folder/none.py", ""), False),
        (FINDS, _write("snippets/package/other.py", ""), True),
        (LISTS, _write("data/new.csv", ""), False),
        (LISTS, _remove("data/more.csv"), False),
        (LISTS, _write("data/more.csv", "7\n"), True),
        (LISTS, _write("data/sub/x.csv", ""), False),
        ("value = 1", _remove("data/rates.csv"), True),
    ],
)
def test_a_result_is_fresh_until_what_it_depended_on_changes(
    project: Path, source: str, change: Callable[[Path], object], fresh: bool
) -> None:
    for settled in (False, True):
        noted = run(project, source, settled=settled)
        kept = inputs.settled(noted, look(project))
        assert kept is not None
        assert inputs.from_json(json.loads(json.dumps(kept.to_json()))) == kept
        assert inputs.fresh(kept, look(project))
        before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
        change(project)
        assert inputs.fresh(kept, look(project)) is fresh
        if settled:
            break
        # Back again, to the byte.
        for path in list(project.rglob("*")):
            if path.is_symlink() or (path.is_file() and path not in before):
                path.unlink()
        for path, data in before.items():
            if path.name != "link.csv":
                path.write_bytes(data)
        (project / "data" / "link.csv").symlink_to("rates.csv")
        for path in sorted(project.rglob("*"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
        assert inputs.fresh(kept, look(project))
