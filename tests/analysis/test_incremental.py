"""Whatever is edited, in whatever order: every answer equals that of a fresh start on the same texts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.analysis.store import Store
from vt_core.codegen.files import MatchedFunction, function_texts
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import text as text_of
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS: dict[FileRole, str] = {
    "native_functions": "aten/src/ATen/native/native_functions.yaml",
    "derivatives": "tools/autograd/derivatives.yaml",
}
FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")


def pair(name: str) -> dict[FileRole, str]:
    return {file: (EXAMPLES / name / path).read_text(encoding="utf-8") for file, path in PATHS.items()}


class Replacement(NamedTuple):
    """An edit by proportions, so that it fits any text: where it starts, how much it takes, what it puts there."""

    file: FileRole
    start: float
    length: int
    text: str


SNIPPETS = [
    *["<<<<<<< HEAD\n", "\n=======\n", "\n>>>>>>> other\n", "\n||||||| base\n", "======="],
    *[
        "\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        "- ",
        ":",
        ": ",
        "'",
        '"',
        "#",
        " #",
        "[",
        "]",
        "{",
        "&a ",
        "*a",
        "---\n",
        "...\n",
    ],
    *["%", "|", ">", "\t", "\ufeff", "\U0001d11e", "\x85", "\u2028", "e\u0301", "grad", "grads[0]", "self", ", ", "!"],
    "- func: brand_new(Tensor self) -> Tensor\n  dispatch:\n    CPU: brand_new\n",
    "- func: brand_new_(Tensor(a!) self) -> Tensor(a!)\n  dispatch:\n    CPU: brand_new_\n",
    "- name: brand_new(Tensor self) -> Tensor\n  self: grad * self\n",
    "  output_differentiability: [False]\n",
    "  self: non_differentiable\n",
]


def replacements() -> st.SearchStrategy[Replacement]:
    return st.builds(
        Replacement,
        st.sampled_from(FILES),
        st.floats(0, 1),
        st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 120)),
        st.one_of(st.sampled_from(SNIPPETS), st.just(""), st.text("ab_(, ):-\n'\"&*", max_size=5)),
    )


class LineMove(NamedTuple):
    """Take whole lines, put them elsewhere or twice, or delete them."""

    file: FileRole
    start: float
    count: int
    to: float
    keep: bool


def line_moves() -> st.SearchStrategy[LineMove]:
    return st.builds(
        LineMove, st.sampled_from(FILES), st.floats(0, 1), st.integers(1, 8), st.floats(0, 1), st.booleans()
    )


def apply_replacement(snapshot: Snapshot, step: Replacement) -> Snapshot:
    length = len(snapshot.document(step.file).text)
    start = int(step.start * length)
    return edited(snapshot, step.file, Span(start, min(length, start + step.length)), step.text)


def apply_lines(snapshot: Snapshot, step: LineMove) -> Snapshot:
    lines = snapshot.document(step.file).text.splitlines(keepends=True)
    at = int(step.start * len(lines))
    taken = lines[at : at + step.count]
    start = sum(map(len, lines[:at]))
    if not step.keep:
        snapshot = edited(snapshot, step.file, Span(start, start + sum(map(len, taken))), "")
    to = int(step.to * len(snapshot.document(step.file).text))
    to = snapshot.document(step.file).text.rfind("\n", 0, to) + 1
    return edited(snapshot, step.file, Span(to, to), "".join(taken))


def answers(snapshot: Snapshot) -> dict[str, object]:
    """All that a snapshot tells, without identities."""
    text = {file: snapshot.document(file).text for file in FILES}
    matches = [MatchedFunction(match.function, match.keyed) for match in snapshot.functions]
    return {
        "texts": text,
        "findings": findings(snapshot),
        "lines": [[snapshot.document(file).position(at) for at in range(0, len(text[file]), 97)] for file in FILES],
        "functions": [
            (
                match.function.func.text,
                None if match.info is None else match.info.func.func.text,
                match.exact,
                match.node_name,
            )
            for match in snapshot.functions
        ],
        "nodes": [(node.node_name, node.info.func.func.text) for node in snapshot.nodes],
        "methods": list(function_texts(matches, snapshot.dialect)),
        "node texts": [
            (text_of(emitted.declaration), text_of(emitted.definition))
            for emitted in [emit_node(node.info, node.node_name, snapshot.dialect) for node in snapshot.nodes]
        ],
    }


def fresh(snapshot: Snapshot) -> Snapshot:
    return new_snapshot({file: snapshot.document(file).text for file in FILES}, snapshot.dialect, Store())


@pytest.mark.parametrize("name", ["clean", "mistakes"])
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(st.one_of(replacements(), line_moves()), min_size=1, max_size=12))
def test_edits_equal_a_fresh_start(name: str, steps: list[Replacement | LineMove]) -> None:
    start = new_snapshot(pair(name), V1_8_1)
    before = answers(start)
    snapshot = start
    for step in steps:
        snapshot = apply_replacement(snapshot, step) if isinstance(step, Replacement) else apply_lines(snapshot, step)
        assert answers(snapshot) == answers(fresh(snapshot))
    assert answers(start) == before  # an older snapshot does not notice


def test_of_equal_functions_always_the_same_is_told() -> None:
    """Two functions of one schema inherit what is wrong with an entry: one of them is told, whichever came last."""
    schema = "tilt(Tensor self) -> Tensor"
    inplace = "- func: tilt_(Tensor(a!) self) -> Tensor(a!)\n  dispatch:\n    CPU: x\n"
    native = f"- func: {schema}\n  dispatch:\n    CPU: x\n{inplace}"
    derivatives = f"- name: {schema}\n  output_differentiability: [False]\n"
    start = new_snapshot({"native_functions": native, "derivatives": derivatives}, V1_8_1)
    for at in (0, len(native)):
        snapshot = edited(start, "native_functions", Span(at, at), inplace)
        snapshot = edited(snapshot, "derivatives", Span(0, 0), "# again\n")
        assert answers(snapshot) == answers(fresh(snapshot))


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(replacements(), min_size=1, max_size=8))
def test_taking_edits_back(steps: list[Replacement]) -> None:
    start = new_snapshot(pair("clean"), V1_8_1)
    snapshot = start
    history: list[tuple[FileRole, Span, str]] = []
    for step in steps:
        document = snapshot.document(step.file)
        at = int(step.start * len(document.text))
        span = Span(at, min(len(document.text), at + step.length))
        history.append((step.file, Span(at, at + len(step.text)), document.text[slice(*span)]))
        snapshot = edited(snapshot, step.file, span, step.text)
    for file, span, old in reversed(history):
        snapshot = edited(snapshot, file, span, old)
    assert answers(snapshot) == answers(start)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["clean", "mistakes"]), st.sampled_from(["\r\n", "\r"]))
def test_line_breaks_of_other_systems(name: str, line_break: str) -> None:
    """The same findings on the same lines and columns."""
    plain = new_snapshot(pair(name), V1_8_1)
    other = new_snapshot({file: text.replace("\n", line_break) for file, text in pair(name).items()}, V1_8_1)

    def places(snapshot: Snapshot) -> list[object]:
        return [(f.rule, f.message, snapshot.document(f.file).position(f.span.start)) for f in findings(snapshot)]

    assert places(other) == places(plain)
