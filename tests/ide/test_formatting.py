"""Formatting: layout only, idempotent, nothing where it would not round-trip."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpora import corpus_snapshot
from tests.ide.fixtures import example, parse
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.formatting import format_document, format_range
from vt_core.syntax.entries import Entry
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span


def formatted(text: str, file: FileRole = "derivatives") -> str:
    found = parse(derivatives=text) if file == "derivatives" else parse(text)
    new = apply_edits(text, format_document(found.snapshot, file))
    again = parse(derivatives=new) if file == "derivatives" else parse(new)
    assert format_document(again.snapshot, file) == ()
    assert "".join(new.split()) == "".join(text.split())
    return new


UNTIDY = """\
# Head\x20\x20


-   name:   f(Tensor self) -> Tensor\x20\x20
    self :   f(grad,
        self)\x20\t
    # about other
    other:  >-
       a +\x20\x20
         b
       c
# left


\x20\x20
# next
-  name: "x"   # why
   dispatch:
       Default:
          self:  'a
            b\x20\x20
            c'

       X:
         self: z
- name: z
  list:
  - a
  - b


"""
TIDY = """\
# Head\x20\x20


- name: f(Tensor self) -> Tensor
  self: f(grad,
      self)
  # about other
  other: >-
     a +\x20\x20
       b
     c
# left

# next
- name: "x"   # why
  dispatch:
    Default:
      self: 'a
        b\x20\x20
        c'

    X:
      self: z

- name: z
  list:
  - a
  - b
"""


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_layout(line_break: str) -> None:
    assert formatted(UNTIDY.replace("\n", line_break)) == TIDY.replace("\n", line_break)
    assert formatted(TIDY.replace("\n", line_break)) == TIDY.replace("\n", line_break)


def test_functions() -> None:
    text = "- func: f() -> Tensor\n  dispatch:\n      CPU:  f\n      CUDA : g\n- func: g() -> Tensor\n"
    tidy = "- func: f() -> Tensor\n  dispatch:\n    CPU: f\n    CUDA: g\n\n- func: g() -> Tensor\n"
    assert formatted(text, "native_functions") == tidy


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("- name: a", "- name: a"),
        ("- name: a  ", "- name: a"),
        ("- name: a\n\n\n", "- name: a\n"),
        ("- name: a\n# end\n", "- name: a\n# end\n"),
        ("- name: a\n# next\n- name: b\n", "- name: a\n\n# next\n- name: b\n"),
        ("- name: a\n  # own\n- name: b\n", "- name: a\n  # own\n\n- name: b\n"),
        ("- name:   \n  self:\n    a\n", "- name:\n  self:\n    a\n"),
        ("- {name:  a,  self:  b}\n", "- {name:  a,  self:  b}\n"),
        ("- name: a\n  dispatch: {X:  {self:  b}}\n", "- name: a\n  dispatch: {X:  {self:  b}}\n"),
        ("- name: a\n  self: |\n      x  \n       y\n", "- name: a\n  self: |\n      x  \n       y\n"),
        ("-  name: a\n   self: |2\n     x\n", "- name: a\n  self: |2\n    x\n"),
        ("- !!map\n  name:  a\n", "- !!map\n  name: a\n"),
        ("- ? name\n  : a\n", "- ? name\n  : a\n"),
        ("\ufeff-  name: a\n", "\ufeff- name: a\n"),
        ("", ""),
    ],
)
def test_cases(text: str, tidy: str) -> None:
    assert formatted(text) == tidy


@pytest.mark.parametrize(
    "text",
    [
        "-  name: a\n  self: 'x\n",  # not YAML
        "-  name: a\n   b: 'x\n-  name: c'\n",  # only the whole file is
        "name:  a\n",
        "-  name: &x a\n-  name: *x\n",  # read in one piece
        "-  a\n",
    ],
)
def test_what_cannot_be_judged_is_left_alone(text: str) -> None:
    found = parse(derivatives=text)
    assert apply_edits(text, format_document(found.snapshot, "derivatives")) == text


def test_only_the_entries_that_the_range_touches() -> None:
    text = "-  name: a\n\n\n-  name: b\n\n\n-  name: c\n"
    snapshot = parse(derivatives=text).snapshot
    at = text.index("name: b")

    def done(start: int, end: int) -> str:
        return apply_edits(text, format_range(snapshot, "derivatives", Span(start, end)))

    assert done(at, at) == "-  name: a\n\n\n- name: b\n\n-  name: c\n"
    assert done(at - 3, text.index("-  name: c")) == done(at, at)
    assert done(0, at) == "- name: a\n\n- name: b\n\n-  name: c\n"
    assert done(-5, 1000) == "- name: a\n\n- name: b\n\n- name: c\n"


def value(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.value, node.kind
    if isinstance(node, Mapping):
        return [(value(key), value(inner)) for key, inner in node.pairs]
    return [value(item) for item in node.items] if isinstance(node, Sequence) else None


def values(snapshot: Snapshot, file: FileRole) -> list[object]:
    entries: list[Entry] = [placed.entry for placed in snapshot.document(file).placed()]
    return [value(entry.node) for entry in entries]


def says(snapshot: Snapshot) -> list[tuple[str, str]]:
    return sorted([(finding.rule, finding.message) for finding in findings(snapshot)])


BLANKS = st.sampled_from(["", " ", "  ", "   ", "\n", "\n\n", "# x\n", "\t"])


@settings(deadline=None)
@given(st.sampled_from(["clean", "mistakes"]), st.booleans(), st.lists(st.tuples(st.floats(0, 1), BLANKS), max_size=12))
def test_values_and_findings_stay(name: str, native: bool, typed: list[tuple[float, str]]) -> None:
    """Whatever blanks and breaks stand where: the same is said, and formatting again does nothing."""
    texts = example(name)
    file: FileRole = "native_functions" if native else "derivatives"
    for where, blanks in typed:
        at = int(where * len(texts[file]))
        texts[file] = texts[file][:at] + blanks + texts[file][at:]
    before = new_snapshot(texts, DEFAULT)
    edits = format_document(before, file)
    after = new_snapshot({**texts, file: apply_edits(texts[file], edits)}, DEFAULT)
    assert values(after, file) == values(before, file)
    assert says(after) == says(before)
    assert format_document(after, file) == ()
    assert all(not edit.text.strip() or edit.text in (":", ": ") for edit in edits)


def test_the_examples_are_tidy() -> None:
    for name in ("clean", "mistakes"):
        snapshot = new_snapshot(example(name), DEFAULT)
        assert format_document(snapshot, "native_functions") == format_document(snapshot, "derivatives") == ()


def test_the_corpus_needs_next_to_nothing() -> None:
    """PyTorch's own layout is the one that is made."""
    snapshot = corpus_snapshot("v1.8.1")
    files: tuple[FileRole, ...] = ("native_functions", "derivatives")
    edits: list[TextEdit] = [edit for file in files for edit in format_document(snapshot, file)]
    assert len(edits) < 10
