"""Fuzzing guided by coverage: `python -m tests.fuzz page --seconds 600`. It needs atheris, as nothing else here does.

What fails, and what takes longer than in proportion to its length, is kept in `.build/fuzz/<target>/found/`, once a
kind, and said at the end. To mend it, make it small, mend the cause, and put it into `tests/samples/fuzz/<target>/`, or
into `tests/samples/fuzz/growth.yml` where time is what it takes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzz import growth
from tests.fuzz.words import ODD, WORDS

Run = Callable[[str, str], None]

REPOSITORY = Path(__file__).parents[2]

_SEEDS = {
    "page": ("docs/*/*.md", "docs/*/*/*.md", "tests/samples/**/*.md", "README.md", "RULES.md"),
    "literal": ("tests/samples/wild/*.yml",),
    "card": ("docs/sources/*.yml", "tests/samples/cards/*/*.yml"),
    "frontmatter": ("docs/*/*/*.md", "tests/samples/course/docs/**/*.md", "docs/sources/*.yml"),
    "configuration": ("mkdocs*.yml", "tests/samples/**/mkdocs*.yml"),
    "snippet": ("snippets/**/*.py", "tests/samples/**/*.py"),
    "record": ("docs/sources/links.json",),
}
_LONGEST = 30_000  # characters of one that is repeated
_LONG = 0.5  # seconds
_LOOKS = 0.02  # how many texts are looked at for the time that they take
_MOST = 4_000  # characters of one


class Findings:
    """What has been found, once a kind."""

    def __init__(self, target: str, folder: Path) -> None:
        self.target, self.folder = target, folder / "found"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.kinds: Counter[str] = Counter()

    def add(self, kind: str, text: str, said: str) -> None:
        """Keeps the shortest text of a kind."""
        self.kinds[kind] += 1
        place = self.folder / f"{hashlib.sha256(kind.encode()).hexdigest()[:10]}.json"
        if place.exists() and len(json.loads(place.read_text("utf-8"))["text"]) <= len(text):
            return
        place.write_text(json.dumps({"kind": kind, "text": text, "said": said}, indent=1), "utf-8")


class Fuzzer:
    """Gives texts to one target until time is up."""

    def __init__(self, run: Run, target: str, seconds: float, folder: Path, seed: int) -> None:
        self.run, self.target, self.until = run, target, time.monotonic() + seconds
        self.found = Findings(target, folder)
        self.chance = random.Random(seed)
        self.runs = self.looks = 0

    def once(self, text: str) -> None:
        """One text, and now and then what a part of it costs when it is repeated."""
        self.runs += 1
        self._fails(text)
        if text and self.chance.random() < _LOOKS:
            self.looks += 1
            stretch = growth.cut(self.target, text, self.chance)
            try:
                steep = growth.is_steep(lambda one: self.run(self.target, one), stretch, _LONGEST, _LONG)
            except Exception:
                self._fails(stretch.text(8_000))
                return
            if steep:
                kind = f"steep {stretch.again[:12]!r} in {stretch.before[-8:]!r} {stretch.after[:4]!r}"
                self.found.add(kind, stretch.before + stretch.again + stretch.after, repr(stretch))

    def _fails(self, text: str) -> None:
        try:
            self.run(self.target, text)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a panic of a library is no Exception
            frames = traceback.extract_tb(error.__traceback__)
            ours = next((one for one in reversed(frames) if "build_tools" in one.filename), frames[-1])
            kind = f"{type(error).__name__} {Path(ours.filename).name}:{ours.name}"
            self.found.add(kind, text, "".join(traceback.format_exception(error, limit=-8)))

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    def confirm(self) -> None:
        """Drops what a new process reads well: what guides the fuzzer is put into our code, and not always rightly."""
        for place in self.found.folder.glob("*.json"):
            one = json.loads(place.read_text("utf-8"))
            again = "import json, sys; from tests.fuzz.targets import run; run(sys.argv[1], json.load(sys.stdin))"
            asked = {"input": json.dumps(one["text"]), "text": True, "cwd": REPOSITORY, "capture_output": True}
            steep = one["kind"].startswith("steep")
            if not steep and subprocess.run([sys.executable, "-c", again, self.target], **asked).returncode == 0:
                del self.found.kinds[one["kind"]]
                place.unlink()

    def summary(self) -> str:
        kinds = "".join(f"\n    {count} × {kind}" for kind, count in self.found.kinds.most_common())
        return f"{self.target}: {self.runs} texts, {self.looks} of them repeated; {len(self.found.kinds)} kinds{kinds}"


def _seeds(target: str) -> Iterator[str]:
    for pattern in _SEEDS.get(target, ()):
        for place in sorted(REPOSITORY.glob(pattern)):
            if place.is_file():
                yield place.read_bytes().decode("utf-8", "replace")
    for place in sorted((REPOSITORY / "tests" / "samples" / "fuzz" / target).glob("*")):
        yield place.read_text("utf-8", "surrogatepass")
    yield from WORDS[target]


def _corpus(target: str, folder: Path) -> Path:
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for text in _seeds(target):
        for piece in {text[:_MOST], *text.split("\n\n")}:
            data = piece[:_MOST].encode("utf-8", "surrogatepass")
            (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    return corpus


def _dictionary(target: str, folder: Path) -> Path:
    place = folder / "dictionary"
    words = [word.encode("utf-8", "surrogatepass")[:64] for word in (*WORDS[target], *ODD)]
    lines = ('"' + "".join(f"\\x{byte:02x}" for byte in word) + '"' for word in dict.fromkeys(words))
    place.write_text("\n".join(lines) + "\n", "ascii")
    return place


def main() -> None:
    """Fuzzes one target."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("target", choices=list(WORDS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("This needs atheris, which `pip install atheris` installs where it has a wheel for this Python.")
    folder = REPOSITORY / ".build" / "fuzz" / wanted.target
    corpus, dictionary = _corpus(wanted.target, folder), _dictionary(wanted.target, folder)
    with atheris.instrument_imports(include=["build_tools"]):
        from tests.fuzz.targets import run
    fuzzer = Fuzzer(run, wanted.target, wanted.seconds, folder, wanted.seed)

    def once(data: bytes) -> None:
        if fuzzer.over:
            fuzzer.confirm()
            print(fuzzer.summary(), flush=True)
            os._exit(0)  # out of the fuzzer's own loop, which takes an exception for a fault
        fuzzer.once(data.decode("utf-8", "surrogateescape" if wanted.target == "octets" else "replace"))

    options = [f"-dict={dictionary}", f"-max_len={_MOST}", "-timeout=300", "-rss_limit_mb=3000", f"-seed={wanted.seed}"]
    options += [f"-max_total_time={int(wanted.seconds) + 30}", "-close_fd_mask=0", "-verbosity=0", "-detect_leaks=0"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(corpus)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
