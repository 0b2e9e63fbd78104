"""All requests at all positions of twenty entries, in every state of being typed: nothing raises, nothing points
outside of the text.

Every prefix and every single-character deletion of each entry is a state; of the states and of the positions in them
a sample is taken, so that a run takes less than a minute. `VT_LSP_EVERY_POSITION=<n>` takes a sample n times as large.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tests.ide import family_2_x
from tests.ide.fixtures import example
from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import Finding, FindingEdit, findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.call_hierarchy import incoming_calls, outgoing_calls, prepare_call_hierarchy
from vt_core.ide.code_actions import code_actions, resolve_code_action
from vt_core.ide.code_lens import code_lenses, resolve_lens
from vt_core.ide.completion import complete
from vt_core.ide.completion_docs import resolve_completion
from vt_core.ide.document_links import document_links
from vt_core.ide.folding import folding_ranges
from vt_core.ide.formatting import format_document, format_range
from vt_core.ide.goto import declaration, definition, implementation, type_definition
from vt_core.ide.helpers_index import Helper, read_helpers
from vt_core.ide.highlight import highlights
from vt_core.ide.hover import hover
from vt_core.ide.hover_card import Surroundings
from vt_core.ide.inlay_hints import inlay_hints
from vt_core.ide.linked_editing import linked_ranges
from vt_core.ide.preview_map import MappedSection, operators_at, preview_document
from vt_core.ide.references import references
from vt_core.ide.rename import prepare_rename, rename, renamed
from vt_core.ide.rename_plan import Refusal
from vt_core.ide.selection_ranges import selection_ranges
from vt_core.ide.semantic_tokens import file_tokens, range_data, tokens_in
from vt_core.ide.signature_help import Signature, signature_help
from vt_core.ide.symbols import document_symbols
from vt_core.ide.workspace_symbols import workspace_symbols
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span

# States of each entry, and positions in each state; with the default all of it takes about half a minute.
SCALE = int(os.environ.get("VT_LSP_EVERY_POSITION", "1"))
STATES = 60 * SCALE
POSITIONS = 4 * SCALE

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")
HELPERS = read_helpers(
    {
        "FunctionsManual.h": "// Of a gate.\nTensor gate_slope(const Tensor & gate, double sharpness = 1);\n",
        "Gate.cpp": "namespace at {\nTensor soft_gate(const Tensor & self) {\n  return self;\n}\n}\n",
    }
)


class Sample(NamedTuple):
    """A small pair, and the block of one of its files that is typed."""

    name: str
    texts: dict[FileRole, str]
    file: FileRole
    block: int
    dialect: Dialect = DEFAULT


QUOTED_NATIVE = """\
- func: sway.Deep(Tensor(a!) self, Tensor[] others, *, int[2]? reach=None) -> (Tensor(a!), Tensor)
"""
QUOTED = r"""- name: "sway.Deep(Tensor(a!) self, Tensor[] others, *, int[2]? reach=None) -> (Tensor(a!), Tensor)"
  output_differentiability: [True, False]
  self: "f(\x73elf,
    '😀') \
    + grads[0]"
  'others': 'g(others, ''x'')'
""".replace("\n", "\r\n")
SECTIONS_NATIVE = """\
# First.
- {func: 'wave(Tensor self) -> Tensor', variants: [function, method], dispatch: {CPU: wave, CUDA: wave_cuda}}
- func: wave.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)  # https://example.org/x.
  structured: True
  structured_inherits: 'TensorIteratorBase'
  dispatch:
    CPU, CUDA: wave_out
    Math:
"""
SECTIONS = """\
- name: wave(Tensor self) -> Tensor
  dispatch:
    Default:
      self: grad
"""
INVENTED = (
    Sample("quoted", {"native_functions": QUOTED_NATIVE, "derivatives": QUOTED}, "derivatives", -1),
    Sample("sections", {"native_functions": SECTIONS_NATIVE, "derivatives": SECTIONS}, "native_functions", -1),
    Sample("sections-entry", {"native_functions": SECTIONS_NATIVE, "derivatives": SECTIONS}, "derivatives", -1),
    *[Sample(f"2.x-function-{at}", family_2_x.TEXTS, "native_functions", at, family_2_x.DIALECT) for at in (0, 1, 3)],
    *[Sample(f"2.x-entry-{at}", family_2_x.TEXTS, "derivatives", at, family_2_x.DIALECT) for at in range(3)],
    Sample("2.x-tag", family_2_x.TEXTS, "tags", 0, family_2_x.DIALECT),
)


def samples() -> list[Sample]:
    """Each entry of derivatives.yaml of the examples with the functions that it has to do with, typed on either side,
    and invented ones."""
    found = list(INVENTED)
    for example_name, numbers in (("clean", range(1, 10)), ("mistakes", (2, 4, 5, 9))):
        texts = example(example_name)
        functions = split_entries(texts["native_functions"])[1:]
        for number in numbers:
            entry = split_entries(texts["derivatives"])[number]
            words = set(re.findall(r"\w+", entry))
            near = [text for text in functions if re.findall(r"\w+?(?=_?[.(])", text)[0] in words]
            pair: dict[FileRole, str] = {"native_functions": "".join(near), "derivatives": entry}
            name = f"{example_name}-{entry.partition('(')[0].split()[-1]}"
            found.append(Sample(f"{name}-entry", pair, "derivatives", 0))
            if number % 2:
                found.append(Sample(f"{name}-function", pair, "native_functions", 0))
    return found


SAMPLES = samples()


def states(sample: Sample) -> Iterator[tuple[Snapshot, int]]:
    """The pair with the block in a state of being typed, and where that is; prefixes and deletions by turns."""
    base = new_snapshot(sample.texts, sample.dialect)
    document = base.document(sample.file)
    block = document.blocks[sample.block]
    start = document.start_of(block)
    chosen = random.Random(sample.name)
    for number in range(STATES):
        at = chosen.randrange(len(block.text))
        typed = Span(start + at, start + (len(block.text) if number % 2 else at + 1))
        yield edited(base, sample.file, typed, ""), start + at
    yield base, start


def check(value: object, snapshot: Snapshot, file: FileRole) -> None:
    """Every span in a result lies in the text that it is of."""
    if isinstance(value, Span):
        assert 0 <= value.start <= value.end <= snapshot.document(file).starts[-1], value
    elif isinstance(value, Signature):
        for parameter in value.parameters:
            assert 0 <= parameter.span.start <= parameter.span.end <= len(value.label)
    elif isinstance(value, (Helper, str)):
        return
    elif isinstance(value, (tuple, list)):
        named = getattr(value, "file", file)
        for item in value:
            check(item, snapshot, named if named in FILES else file)
    else:
        assert value is None or not isinstance(value, PlacedEntry)


def check_edits(edits: tuple[FindingEdit, ...], snapshot: Snapshot) -> None:
    """The edits can be made: inside the texts, apart from one another."""
    for file in snapshot.texts:
        own = [TextEdit(edit.span, edit.text) for edit in edits if edit.file == file]
        apply_edits(snapshot.document(file).text, own)


Request = Callable[[Snapshot, FileRole, int], object]


def hovered(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    return hover(snapshot, file, offset), hover(snapshot, file, offset, Surroundings(HELPERS, HELPERS))


def gone_to(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    return (
        definition(snapshot, file, offset, HELPERS, HELPERS),
        declaration(snapshot, file, offset, HELPERS, HELPERS),
        type_definition(snapshot, file, offset, HELPERS),
        implementation(snapshot, file, offset, HELPERS, HELPERS),
    )


def referred(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    return references(snapshot, file, offset, helpers=HELPERS, kernels=HELPERS), highlights(snapshot, file, offset)


def called(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    items = prepare_call_hierarchy(snapshot, file, offset, HELPERS)
    for item in items:
        # The spans of calls are formulas'.
        check(incoming_calls(snapshot, item.kind, item.key), snapshot, "derivatives")
        check(outgoing_calls(snapshot, item.kind, item.key, HELPERS), snapshot, "derivatives")
    return items


def renamed_to(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    prepared = prepare_rename(snapshot, file, offset)
    edits = rename(snapshot, file, offset, "other_name", HELPERS)
    if not isinstance(edits, Refusal):
        assert not isinstance(prepared, Refusal)
        renamed(snapshot, edits)
    return prepared, edits


def completed(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    found = complete(snapshot, file, offset, HELPERS)
    for item in found.items[:3]:
        resolve_completion(snapshot, item.data, HELPERS)
    for item in found.items:
        apply_edits(snapshot.document(file).text, [TextEdit(item.span, item.text), *item.more])
    return found, signature_help(snapshot, file, offset, HELPERS)


def previewed(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    for matched in operators_at(snapshot, file, offset)[:1]:
        document = preview_document(snapshot, matched)
        for section in document.sections:
            assert isinstance(section, MappedSection)
            assert 0 <= section.span.start <= section.span.end <= len(document.text)
            check(section.origin, snapshot, section.origin.file)
    return None


def selected(snapshot: Snapshot, file: FileRole, offset: int) -> object:
    return selection_ranges(snapshot, file, offset), linked_ranges(snapshot, file, offset)


REQUESTS: tuple[Request, ...] = (hovered, gone_to, referred, called, renamed_to, completed, previewed, selected)


def acted(snapshot: Snapshot, file: FileRole, span: Span, found: tuple[Finding, ...]) -> None:
    for action in code_actions(snapshot, file, span, found):
        check(action, snapshot, file)
        edits = resolve_code_action(snapshot, action.data, found)
        assert edits is not None, action
        check_edits(edits, snapshot)


def check_file(snapshot: Snapshot, file: FileRole, span: Span) -> None:
    """What is asked for a whole file, or a stretch of it."""
    text = snapshot.document(file).text
    lenses = code_lenses(snapshot, file)
    for lens in lenses:
        check(resolve_lens(snapshot, lens.data), snapshot, file)
    hints = inlay_hints(snapshot, file, Span(0, len(text)))
    assert all(0 <= hint.offset <= len(text) for hint in hints)
    spans: object = [(token.start, token.end) for token in tokens_in(snapshot, file)]
    check([Span(*pair) for pair in spans] if isinstance(spans, list) else None, snapshot, file)
    range_data(snapshot, file, span, "utf-8")
    file_tokens(snapshot, file, "utf-16").data()
    check([lenses, document_symbols(snapshot, file), document_links(snapshot, file)], snapshot, file)
    check(workspace_symbols(snapshot, text[span.start : span.end][:4]), snapshot, file)
    for fold in folding_ranges(snapshot, file):
        assert 0 <= fold.start_line < fold.end_line <= snapshot.document(file).position(len(text)).line
    apply_edits(text, format_range(snapshot, file, span))
    apply_edits(text, format_document(snapshot, file))


def test_there_are_twenty_entries() -> None:
    assert len(SAMPLES) >= 20


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_every_position(sample: Sample) -> None:
    chosen = random.Random(sample.name)
    for number, (snapshot, at) in enumerate(states(sample)):
        size = snapshot.document(sample.file).starts[-1]
        offsets = [at, *[chosen.randrange(size + 1) for _ in range(POSITIONS - 1)]]
        found = findings(snapshot)
        check([found], snapshot, sample.file)
        for offset in offsets:
            for request in REQUESTS:
                check(request(snapshot, sample.file, offset), snapshot, sample.file)
        acted(snapshot, sample.file, Span(at, min(at + number, size)), found)
        if number % 3 == 0:
            check_file(snapshot, sample.file, Span(min(offsets[0], offsets[-1]), max(offsets[0], offsets[-1])))
            other: FileRole = "native_functions" if sample.file == "derivatives" else "derivatives"
            somewhere = chosen.randrange(snapshot.document(other).starts[-1] + 1)
            for request in REQUESTS:
                check(request(snapshot, other, somewhere), snapshot, other)
            check_file(snapshot, other, Span(somewhere, somewhere))


@pytest.mark.parametrize("request_", REQUESTS)
@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_offsets_outside_the_text(name: str, request_: Request) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    empty = new_snapshot({}, DEFAULT)
    for file in FILES[:2]:
        for offset in (-1, 0, snapshot.document(file).starts[-1], snapshot.document(file).starts[-1] + 5):
            check(request_(snapshot, file, offset), snapshot, file)
            check(request_(empty, file, offset), empty, file)
