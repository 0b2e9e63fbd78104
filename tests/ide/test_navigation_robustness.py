"""Go to, references, highlights, call hierarchy and rename in any text: no exception, no place outside the texts."""

from __future__ import annotations

import random

import pytest

from tests.ide.fixtures import example, prefixes
from tests.ide.navigation import HELPERS, KERNELS
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.call_hierarchy import CallItem, incoming_calls, outgoing_calls, prepare_call_hierarchy
from vt_core.ide.goto import Link, declaration, definition, implementation, type_definition
from vt_core.ide.helpers_index import Helper
from vt_core.ide.highlight import highlights
from vt_core.ide.references import references
from vt_core.ide.rename import RenameRange, prepare_rename, rename
from vt_core.ide.rename_plan import Refusal
from vt_core.ide.targets import AnyTarget
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")


def check_span(snapshot: Snapshot, file: FileRole, span: Span) -> None:
    assert 0 <= span.start <= span.end <= len(snapshot.document(file).text)


def check_target(snapshot: Snapshot, target: AnyTarget) -> None:
    if isinstance(target, Helper):
        return
    check_span(snapshot, target.file, target.span)
    assert target.span.start <= target.selection.start <= target.selection.end <= target.span.end


def check_links(snapshot: Snapshot, file: FileRole, offset: int, found: tuple[Link, ...]) -> None:
    for origin, target in found:
        check_span(snapshot, file, origin)
        assert origin.start <= offset <= origin.end
        check_target(snapshot, target)


def check_item(snapshot: Snapshot, item: CallItem) -> None:
    check_target(snapshot, item.target)
    for edge in (
        *incoming_calls(snapshot, item.kind, item.key),
        *outgoing_calls(snapshot, item.kind, item.key, HELPERS),
    ):
        check_target(snapshot, edge.item.target)
        assert edge.spans
        for span in edge.spans:
            check_span(snapshot, "derivatives", span)


def check_everything(snapshot: Snapshot, file: FileRole, offset: int, *, items: bool = False) -> None:
    place = snapshot, file, offset
    links = definition(*place, HELPERS, KERNELS)
    check_links(*place, links)
    check_links(*place, declaration(*place, HELPERS, KERNELS))
    check_links(*place, type_definition(*place, HELPERS))
    check_links(*place, implementation(*place, HELPERS, KERNELS))
    places = references(*place, helpers=HELPERS, kernels=KERNELS).places
    assert len(set(places)) == len(places)
    for occurrence in places:
        check_span(snapshot, occurrence.file, occurrence.span)
    marks = highlights(*place)
    for mark in marks:
        check_span(snapshot, file, mark.span)
    spans = [mark.span for mark in marks]
    assert set(spans) >= {found.span for found in places if found.file == file}
    assert spans == sorted(set(spans))
    assert not spans or any(span.start <= offset <= span.end for span in spans)
    for item in prepare_call_hierarchy(*place, HELPERS) if items else ():
        check_item(snapshot, item)
    check_rename(snapshot, file, offset)


def check_rename(snapshot: Snapshot, file: FileRole, offset: int) -> None:
    found = prepare_rename(snapshot, file, offset)
    if isinstance(found, RenameRange):
        check_span(snapshot, file, found.span)
        assert snapshot.document(file).text[slice(*found.span)] == found.placeholder
    else:
        assert found.reason


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_every_offset_of_the_examples(name: str, file: FileRole) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    length = len(snapshot.document(file).text)
    for offset in range(length + 1):
        check_everything(snapshot, file, offset, items=offset % 7 == 0)
    for offset in (-5, length + 1, length + 1000):
        check_everything(snapshot, file, offset)


PAIR = """\
- func: sway(Tensor self, Tensor other, *, float reach=1) -> (Tensor low, Tensor high)
  dispatch: {CPU, CUDA: sway_cpu}
  cpp_no_default_args: ['reach']
- func: sway.out(Tensor self, Tensor other, *, float reach=1, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!), Tensor(b!))
  structured_delegate: sway
"""
ENTRIES = """\
- name: 'sway(Tensor self, Tensor other, *, float reach=1) -> (Tensor low, Tensor high)'
  self, other: "sway_back(grads[0], low.sway(other)) \\
    + std::get<1>(sway(self, other, \\x72each)).size(1)"
- name: sway.out(Tensor self)
  self: >-
    grads[0] + grad_input_mask[1]
"""


@pytest.mark.parametrize("file", FILES)
def test_every_prefix_of_entries(file: FileRole) -> None:
    text = PAIR if file == "native_functions" else ENTRIES
    other: FileRole = "derivatives" if file == "native_functions" else "native_functions"
    whole = new_snapshot({other: ENTRIES if file == "native_functions" else PAIR}, DEFAULT)
    for prefix in prefixes(text):
        snapshot = edited(whole, file, Span(0, 0), prefix)
        for offset in {len(prefix), len(prefix) - 3, prefix.rfind(":") + 2, prefix.find("sway") + 1}:
            if 0 <= offset <= len(prefix):
                check_everything(snapshot, file, offset, items=True)
        check_everything(snapshot, other, 10, items=True)


@pytest.mark.parametrize("seed", range(4))
def test_cut_and_mixed_texts(seed: int) -> None:
    choose = random.Random(seed)
    snapshot = new_snapshot({"native_functions": PAIR, "derivatives": ENTRIES}, DEFAULT)
    pieces = [
        "\n",
        "\r\n",
        "- ",
        "'",
        '"',
        ":",
        "  ",
        "{",
        "]",
        "\x85",
        "\u2028",
        "𝛿",
        "sway",
        "- name: sway(",
        "&a *a ",
        "\ufeff",
        "#",
    ]
    for _ in range(60):
        file = choose.choice(FILES)
        start = choose.randrange(len(snapshot.document(file).text) + 1)
        end = min(len(snapshot.document(file).text), start + choose.choice((0, 0, 1, 9)))
        snapshot = edited(
            snapshot, file, Span(start, end), choose.choice(pieces) if choose.random() < 0.8 else PAIR[:90]
        )
        for place in FILES:
            for _ in range(4):
                offset = choose.randrange(len(snapshot.document(place).text) + 1)
                check_everything(snapshot, place, offset, items=True)


def test_renames_from_every_word_of_the_mistakes_have_an_answer() -> None:
    snapshot = new_snapshot(example("mistakes"), DEFAULT)
    for file in FILES:
        for offset in range(0, len(snapshot.document(file).text), 11):
            edits = rename(snapshot, file, offset, "fresh_name")
            if isinstance(edits, Refusal):
                assert edits.reason
            for edit in () if isinstance(edits, Refusal) else edits:
                check_span(snapshot, edit.file, edit.span)
