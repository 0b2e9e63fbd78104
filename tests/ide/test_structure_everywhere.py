"""Tokens, symbols, folds, selections, links and layout of the examples, as they are and as they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.ide.fixtures import example, parse, prefixes
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.document_links import document_links
from vt_core.ide.folding import folding_ranges
from vt_core.ide.formatting import format_document
from vt_core.ide.linked_editing import linked_ranges
from vt_core.ide.selection_ranges import selection_ranges
from vt_core.ide.semantic_tokens import file_tokens, tokens_in
from vt_core.ide.symbols import Symbol, document_symbols
from vt_core.ide.workspace_symbols import workspace_symbols
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import apply_edits
from vt_core.text.spans import Span

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")


def check_symbols(symbols: tuple[Symbol, ...], outer: Span) -> None:
    for before, after in pairwise(symbols):
        assert before.span.end <= after.span.start
    for symbol in symbols:
        assert symbol.name.strip()
        assert outer.start <= symbol.span.start <= symbol.selection.start
        assert symbol.selection.end <= symbol.span.end <= outer.end
        check_symbols(symbol.children, symbol.span)


def check_file(snapshot: Snapshot, file: FileRole) -> None:
    """What is answered for a whole file."""
    text = snapshot.document(file).text
    end = 0
    for token in tokens_in(snapshot, file):
        assert end <= token.start < token.end <= len(text)
        assert not set(text[token.start : token.end]) & {"\n", "\r"}
        end = token.end
    assert len(file_tokens(snapshot, file, "utf-16").data()) == 5 * len(tokens_in(snapshot, file))
    check_symbols(document_symbols(snapshot, file), Span(0, len(text)))
    last_line = snapshot.document(file).position(len(text)).line
    for fold in folding_ranges(snapshot, file):
        assert 0 <= fold.start_line < fold.end_line <= last_line
    for link in document_links(snapshot, file):
        assert text[link.span.start : link.span.end].startswith(link.target)
    for symbol in workspace_symbols(snapshot, ""):
        assert 0 <= symbol.span.start <= symbol.span.end <= len(snapshot.document(symbol.file).text)
    apply_edits(text, format_document(snapshot, file))


def check_offset(snapshot: Snapshot, file: FileRole, offset: int) -> None:
    text = snapshot.document(file).text
    clamped = max(0, min(offset, len(text)))
    spans = selection_ranges(snapshot, file, offset)
    assert spans[-1] == Span(0, len(text))
    assert spans[0].start <= clamped <= spans[0].end
    for inner, outer in pairwise(spans):
        assert outer.start <= inner.start <= inner.end <= outer.end
        assert inner != outer
    linked = linked_ranges(snapshot, file, offset)
    if linked is not None:
        assert len({text[slice(*span)] for span in linked.spans}) == 1
        assert len(linked.spans) > 1


@pytest.mark.parametrize("name", ["clean", "mistakes"])
@pytest.mark.parametrize("file", FILES)
def test_examples_at_every_offset(name: str, file: FileRole) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    check_file(snapshot, file)
    for offset in range(-2, len(snapshot.document(file).text) + 3):
        check_offset(snapshot, file, offset)


def typed() -> Iterator[tuple[FileRole, str]]:
    """Five entries as they are typed, and with one character left out."""
    texts = example("clean")
    chosen: tuple[tuple[FileRole, tuple[int, ...]], ...] = (("native_functions", (3, 13)), ("derivatives", (2, 8, 9)))
    for file, numbers in chosen:
        blocks = split_entries(texts[file])
        for number in numbers:
            entry = blocks[number]
            for text in (*prefixes(entry), *[entry[:at] + entry[at + 1 :] for at in range(0, len(entry), 3)]):
                yield file, text


def test_entries_as_they_are_typed() -> None:
    for number, (file, text) in enumerate(typed()):
        snapshot = (parse(native=text) if file == "native_functions" else parse(derivatives=text)).snapshot
        check_file(snapshot, file)
        for offset in (*range(number % 41, len(text), 41), len(text)):
            check_offset(snapshot, file, offset)
