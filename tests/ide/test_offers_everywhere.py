"""Completion, signature help, actions, lenses and hints at every place of the examples, and as entries are typed."""

from __future__ import annotations

import random
import re

import pytest

from tests.ide.fixtures import example, prefixes
from tests.ide.offers import FILES, changed
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.code_actions import code_actions
from vt_core.ide.code_lens import code_lenses, resolve_lens
from vt_core.ide.completion import complete
from vt_core.ide.completion_docs import resolve_completion
from vt_core.ide.completion_items import MOST_ITEMS
from vt_core.ide.helpers_index import read_helpers
from vt_core.ide.inlay_hints import inlay_hints
from vt_core.ide.signature_help import signature_help
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span

HELPERS = read_helpers({"FunctionsManual.h": "Tensor gate_slope(const Tensor & gate, double sharpness = 1);\n"})


def check_completion(snapshot: Snapshot, file: FileRole, offset: int) -> None:
    """Edits lie on the cursor's line and around the cursor, and can be made."""
    text = snapshot.document(file).text
    at = max(0, min(offset, len(text)))
    found = complete(snapshot, file, offset, HELPERS)
    assert len(found.items) <= MOST_ITEMS
    for item in found.items:
        assert 0 <= item.span.start <= at <= item.span.end <= len(text), item
        assert not re.search(r"[\r\n]", text[item.span.start : item.span.end]), item
        assert item.label
        assert item.filter
        assert item.sort
    for item in found.items[:: max(1, len(found.items) // 4)]:
        apply_edits(text, [TextEdit(item.span, item.text), *item.more])
        resolve_completion(snapshot, item.data, HELPERS)
    help_ = signature_help(snapshot, file, offset, HELPERS)
    if help_ is not None:
        signature = help_.signatures[help_.active_signature]
        assert help_.active_parameter is None or help_.active_parameter < len(signature.parameters)
        ends = [0, *[edge for parameter in signature.parameters for edge in parameter.span], len(signature.label)]
        assert ends == sorted(ends)


def check_actions(snapshot: Snapshot, file: FileRole, offset: int) -> None:
    for action in code_actions(snapshot, file, Span(offset, offset + 1), (), resolved=True):
        assert action.edits
        changed(snapshot, action.edits)


def check_file(snapshot: Snapshot, file: FileRole) -> None:
    text = snapshot.document(file).text
    for lens in code_lenses(snapshot, file):
        assert 0 <= lens.span.start <= lens.span.end <= len(text)
        assert resolve_lens(snapshot, lens.data) is not None
    hints = inlay_hints(snapshot, file, Span(0, len(text)))
    offsets = [hint.offset for hint in hints]
    assert offsets == sorted(offsets)
    assert all(0 <= offset <= len(text) for offset in offsets)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_every_offset(name: str, file: FileRole) -> None:
    texts = example(name)
    snapshot = new_snapshot(texts, DEFAULT)
    found = findings(snapshot)
    check_file(snapshot, file)
    for offset in range(-2, len(texts[file]) + 3):
        check_completion(snapshot, file, offset)
        if offset % 5 == 0:
            check_actions(snapshot, file, offset)
            code_actions(snapshot, file, Span(offset, offset + 3), found)


@pytest.mark.parametrize("number", [1, 3, 5, 8, 9])
def test_every_prefix_of_an_entry(number: int) -> None:
    texts = example("clean")
    base = new_snapshot(texts, DEFAULT)
    document = base.derivatives
    block, start = document.blocks[number], document.starts[number]
    for typed in prefixes(block.text):
        snapshot = edited(base, "derivatives", Span(start, start + len(block.text)), typed)
        for offset in (start + len(typed), start + len(typed) // 2):
            check_completion(snapshot, "derivatives", offset)
        if len(typed) % 4 == 0:
            check_actions(snapshot, "derivatives", start + len(typed))
            check_file(snapshot, "derivatives")


@pytest.mark.parametrize("number", [1, 4, 9])
def test_every_prefix_of_a_function(number: int) -> None:
    base = new_snapshot(example("clean"), DEFAULT)
    document = base.native
    block, start = document.blocks[number], document.starts[number]
    for typed in prefixes(block.text):
        snapshot = edited(base, "native_functions", Span(start, start + len(block.text)), typed)
        check_completion(snapshot, "native_functions", start + len(typed))
        if len(typed) % 4 == 0:
            check_actions(snapshot, "native_functions", start + len(typed))
            check_file(snapshot, "native_functions")


@pytest.mark.parametrize("seed", range(6))
def test_an_edited_snapshot_offers_what_a_fresh_one_does(seed: int) -> None:
    chosen = random.Random(seed)
    snapshot = new_snapshot(example("clean"), DEFAULT)
    for _ in range(12):
        file: FileRole = chosen.choice(FILES)
        text = snapshot.document(file).text
        start = chosen.randrange(len(text))
        end = min(len(text), start + chosen.choice((0, 0, 1, 40)))
        snapshot = edited(
            snapshot, file, Span(start, end), chosen.choice(("", "g", ".", ", ", "'", "\n", "  self: ", "grad"))
        )
        fresh = new_snapshot({role: snapshot.document(role).text for role in FILES}, DEFAULT)
        for offset in (start, chosen.randrange(len(text))):
            assert complete(snapshot, file, offset, HELPERS) == complete(fresh, file, offset, HELPERS)
            assert signature_help(snapshot, file, offset, HELPERS) == signature_help(fresh, file, offset, HELPERS)
            at = Span(offset, offset)
            assert code_actions(snapshot, file, at, ()) == code_actions(fresh, file, at, ())
        assert [lens.data for lens in code_lenses(snapshot, file)] == [lens.data for lens in code_lenses(fresh, file)]


def test_an_empty_pair() -> None:
    snapshot = new_snapshot({}, DEFAULT)
    for file in FILES:
        for offset in (-1, 0, 1):
            check_completion(snapshot, file, offset)
            check_actions(snapshot, file, offset)
        check_file(snapshot, file)
