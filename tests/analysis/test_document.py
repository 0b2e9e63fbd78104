"""Reading block by block says what reading the whole file says: same values, same places, same verdict."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.corpora import FAMILY_1_8, corpus_texts
from vt_core.analysis.document import Document, edit_document, open_document
from vt_core.analysis.store import Store
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import Mapping, Node, Scalar, Sequence
from vt_core.syntax.yaml_text import read_yaml
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

LINES = [
    *[
        "- func: a(Tensor self) -> Tensor",
        "- name: b",
        "  self: grad",
        "  other: 'it''s'",
        '  k: "x\\n',
        '  q: "',
        "  p: '",
        "'",
    ],
    *[
        "  dispatch:",
        "    CPU: x",
        "    CUDA: y # why",
        "# comment",
        "",
        "   ",
        "  flow: {a: 1, b: [2, 3]}",
        "  open: [1,",
        "  2]",
    ],
    *[
        "---",
        "...",
        "%YAML 1.1",
        "- &anchor a",
        "- *anchor",
        "- <<: *anchor",
        "  x: &y 1",
        "  z: *y",
        "-",
        "- - nested",
        "  - n",
    ],
    *[
        "  literal: |",
        "      text",
        "  folded: >-",
        "      more",
        "      - text",
        "foo: bar",
        "\tx: 1",
        "  t:\t1",
        "- a\t: 1",
    ],
    *[
        "  é: \U0001d11e",
        "  nel: a\x85b",
        "  sep: a\u2028- b",
        "\ufeff",
        "  bad: \x07",
        "  tag: !x 1",
        "  ? [a]",
        "  : b",
        "  <<: {m: n}",
    ],
    *[
        "  : empty",
        "- {name: x, self: grad}",
        "  twice: 1",
        "  twice: 2",
        "  date: 2021-02-02",
        "  n: ~",
        "  b: yes",
        "- '- x'",
        "<<<<<<< HEAD",
        "=======",
        ">>>>>>> other",
    ],
]
TEXTS = st.builds(
    lambda bom, lines, ends: bom + "".join(line + end for line, end in zip(lines, ends)),
    st.sampled_from(["", "", "", "\ufeff"]),
    st.lists(st.sampled_from(LINES), max_size=14),
    st.lists(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", ""]), min_size=14, max_size=14),
)


def values(node: Node, shift: int) -> object:
    """The node without its class, its spans moved to the file."""
    if isinstance(node, Scalar):
        return node.value, node.kind, node.style, node.span.shifted(shift)
    if isinstance(node, Sequence):
        return [values(item, shift) for item in node.items]
    return [(values(key, shift), values(value, shift)) for key, value in node.pairs]


def entries(document: Document) -> list[object]:
    return [
        values(placed.entry.node, start)
        for block, start in zip(document.blocks, document.starts)
        for placed in block.placed
    ]


@settings(max_examples=1500, deadline=None)
@given(TEXTS)
@example("\ufeff- a: 1\n- b: 2\n")
@example("\ufeff\ufeff- a: 1\n")
@example("\ufeff\ufeff- a: 1\n- b: 2\n")
@example("- a: 'x\n- b: y'\n")
@example("- a: [1\n- b: 2]\n")
@example("- &x a\n- &x b\n")
@example("- a\n...\n- b\n")
@example("  - a\n- b\n")
@example("a: 1\n")
@example("")
@example("[]\n")
@example("- a: \ud800\n")
def test_blocks_say_what_the_whole_file_says(text: str) -> None:
    document = open_document("derivatives", text, Store())
    assert document.text == text
    shift = 1 if text.startswith("\ufeff") else 0
    whole = read_yaml(text)
    faults = [fault for block in document.blocks for fault in block.syntax.faults]
    if whole.problem is None and isinstance(whole.node, Sequence):
        assert not faults
        assert document.fault is None
        assert entries(document) == values(whole.node, shift)
    else:
        assert faults or document.fault


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_the_reader_refuses_what_yaml_refuses(text: str) -> None:
    """What our reader takes, PyYAML's own loader takes too, and builds as many pairs from."""
    reading = read_yaml(text)
    try:
        loaded = yaml.load(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeEncodeError, ValueError):
        assert reading.problem is not None
        return
    assert reading.problem is None
    if isinstance(reading.node, Sequence):
        assert len(reading.node.items) == len(loaded)
    if isinstance(reading.node, Mapping):
        keys = {(key.value, key.kind) for key, _ in reading.node.pairs if isinstance(key, Scalar)}
        assert len(keys) >= len(loaded)


@settings(max_examples=400, deadline=None)
@given(
    TEXTS,
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from([*LINES, "\n", "", "\r"])), max_size=6),
)
def test_edited_equals_opened(text: str, steps: list[tuple[float, int, str]]) -> None:
    store = Store()
    document = open_document("derivatives", text, store)
    for where, length, new in steps:
        start = int(where * len(document.text))
        end = min(len(document.text), start + length)
        expected = document.text[:start] + new + document.text[end:]
        document = edit_document(document, Span(start, end), new, store)
        opened = open_document("derivatives", expected, Store())
        assert document.text == expected
        assert [block.text for block in document.blocks] == [block.text for block in opened.blocks]
        assert entries(document) == entries(opened)
        assert document.fault == opened.fault
        assert {block.text for block in document.odd} == {block.text for block in opened.odd}
        assert document.lengths == opened.lengths
        assert document.breaks == opened.breaks
        table = LineTable.of(expected)
        for offset in range(0, len(expected) + 1, 7):
            assert document.position(offset) == table.position(offset)
        assert document.line_count == table.line_count
        for line in range(-1, table.line_count + 2):
            assert document.line_span(line) == table.line_span(line)
            assert document.line_text(line) == table.line_text(line)
            for column in (-1, 0, 1, 2, 5, 1000):
                assert document.offset(line, column) == table.offset(line, column)


@pytest.mark.parametrize("name", FAMILY_1_8)
def test_real_files(name: str) -> None:
    for file, text in corpus_texts(name).items():
        document = open_document(file, text, Store())
        whole = read_yaml(text)
        assert isinstance(whole.node, Sequence)
        assert entries(document) == values(whole.node, 0)
        assert len(document.blocks) >= len(whole.node.items)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", [""]),
        ("# x\n", ["# x\n"]),
        ("- a", ["- a"]),
        ("- a\n-b\n- c\n", ["- a\n-b\n", "- c\n"]),
        ("# x\n- a\n-\n", ["# x\n", "- a\n", "-\n"]),
        ("\ufeff- a\n- b", ["\ufeff", "- a\n", "- b"]),
        ("- a\r- b\r\n- c", ["- a\r", "- b\r\n", "- c"]),
        ("- a\n\x85- b\u2028- c\n", ["- a\n\x85- b\u2028- c\n"]),
    ],
)
def test_splitting(text: str, blocks: list[str]) -> None:
    assert split_entries(text) == blocks
