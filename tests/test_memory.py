"""What is kept of pure steps: found under the same name, in this process and in the next, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_tools.memory import Memory, named


def test_names_tell_steps_apart() -> None:
    names = [
        named("a", "b", "c"),
        named("a", "bc"),
        named("ab", "c"),
        named("a", "b", b"c", ""),
        named("a", "b", "\ud800"),
    ]
    assert len(set(names)) == len(names)
    assert named("a", "b", "c") == named("a", b"b", b"c")


def test_the_next_process_finds_it(tmp_path: Path) -> None:
    with Memory(tmp_path) as memory:
        memory.put("a" * 64, {"value": [1, 2.5, "三"]})
        memory.settle()
    with Memory(tmp_path) as memory:
        assert memory.get("a" * 64) is None
        memory.recall(["a" * 64, "b" * 64])
        assert memory.get("a" * 64) == {"value": [1, 2.5, "三"]}
        assert memory.get("b" * 64) is None


def test_what_nobody_asks_for_is_let_go_of() -> None:
    memory = Memory()
    memory.put("a" * 64, 1)
    memory.put("b" * 64, 2)
    memory.settle()
    assert memory.get("a" * 64) == 1
    memory.settle()
    assert (memory.get("a" * 64), memory.get("b" * 64)) == (1, None)


@pytest.mark.parametrize("content", [b"", b"x" * 40_000])
def test_a_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    tmp_path.joinpath("results.sqlite").write_bytes(content)
    with Memory(tmp_path) as memory:
        memory.recall(["a" * 64])
        memory.put("a" * 64, 1)
        memory.settle()
    with Memory(tmp_path) as memory:
        memory.recall(["a" * 64])
        assert memory.get("a" * 64) == 1


def test_a_result_that_cannot_be_read(tmp_path: Path) -> None:
    """Sound on disk, and no pickle."""
    from build_tools.code.store import Entry, Store
    from build_tools.memory import _program

    with Store(tmp_path, engine=_program().hex()) as store:
        store.put({"a" * 64: Entry(b"{}\nno pickle")})
    with Memory(tmp_path) as memory:
        memory.recall(["a" * 64])
        assert memory.get("a" * 64) is None


def test_a_small_step_is_made_once_of_the_same_objects() -> None:
    """Equal ones are others: it is not looked into them."""
    memory, made, one, two = Memory(), [], ["a"], ["a"]
    for of in ((one,), (one,), (two,), (two, one), (two, one), (two,)):
        assert memory.same("step", of, lambda of=of: made.append(of) or len(made)) == len(made)  # type: ignore[misc]
        memory.settle()
    assert made == [(one,), (two,), (two, one), (two,)]


def test_a_small_step_that_nobody_asks_for_is_let_go_of() -> None:
    memory, made = Memory(), []
    for steps in (("a", "b"), ("a",), ("a", "b")):
        for step in steps:
            memory.same(step, (), lambda step=step: made.append(step))  # type: ignore[misc]
        memory.settle()
    assert made == ["a", "b", "b"]
