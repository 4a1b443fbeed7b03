"""The nodes of a map in columns: each one to the right of what it builds on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_TALLEST = 6  # nodes in a column; what is more goes into a column of its own beside it

Edges = Sequence[tuple[str, str]]


def reduced(names: Sequence[str], edges: Edges) -> list[tuple[str, str]]:
    """The edges without repeats, loops, strangers, ways back, and those that a longer way says already.

    Args:
        names: of all nodes, in reading order.
        edges: pairs of what comes first and what builds on it.
    """
    after: dict[str, list[str]] = {name: [] for name in names}
    for before, later in dict.fromkeys(edges):
        # An edge that closes a circle has no place from left to right.
        if before in after and later in after and before not in _reached(later, after):
            after[before].append(later)
    beyond = {
        name: {further for later in after[name] for further in _reached(later, after) - {later}} for name in names
    }
    return [(before, later) for before in names for later in after[before] if later not in beyond[before]]


def _reached(start: str, after: Mapping[str, Sequence[str]]) -> set[str]:
    """All that can be reached from a node, itself included."""
    found = {start}
    waiting = [start]
    while waiting:
        for name in after[waiting.pop()]:
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def columns(names: Sequence[str], edges: Edges) -> list[list[str]]:
    """The nodes by their depth, each column ordered so that edges cross little.

    Args:
        names: of all nodes, in reading order, which decides where edges do not.
        edges: without circles, as `reduced` gives them.
    """
    before: dict[str, list[str]] = {name: [] for name in names}
    after: dict[str, list[str]] = {name: [] for name in names}
    for first, later in edges:
        before[later].append(first)
        after[first].append(later)
    depths = dict.fromkeys(names, 0)
    open_edges = {name: len(before[name]) for name in names}
    ready = [name for name in names if not before[name]]
    for name in ready:
        for later in after[name]:
            depths[later] = max(depths[later], depths[name] + 1)
            open_edges[later] -= 1
            if not open_edges[later]:
                ready.append(later)
    found: list[list[str]] = []
    place: dict[str, float] = {}
    for depth in range(max(depths.values(), default=-1) + 1):
        layer = [name for name in names if depths[name] == depth]
        order = {name: index for index, name in enumerate(layer)}

        def middle(name: str, order: Mapping[str, int] = order) -> tuple[float, int]:
            above = [place[other] for other in before[name]]
            return (sum(above) / len(above) if above else order[name], order[name])

        layer.sort(key=middle)
        for start in range(0, len(layer), _TALLEST):
            found.append(layer[start : start + _TALLEST])
            place.update({name: index for index, name in enumerate(found[-1])})
    return found
