"""The preview as a text that leads back to the pair, and how it changes with an edit."""

from __future__ import annotations

import re

import pytest

from tests.corpora import SOME, corpus_snapshot
from tests.ide.fixtures import example, parse, prefixes
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.preview import find_operators, preview
from vt_core.ide.preview_map import (
    MappedSection,
    PreviewDocument,
    operators_at,
    preview_diff,
    preview_document,
    sections_from,
    source_at,
)
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")
NATIVE = """\
- func: sway(Tensor self, Tensor other) -> Tensor
  dispatch:
    CPU: sway
- func: sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  dispatch:
    CPU: sway_
- func: sway.Scalar(Tensor self, Scalar other) -> Tensor
- func: made(Tensor self) -> Tensor
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other) -> Tensor
  self: grad * other.sizes()
  other: grad * result
"""


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return new_snapshot({"native_functions": NATIVE, "derivatives": DERIVATIVES}, DEFAULT)


def document(snapshot: Snapshot, operator: str) -> PreviewDocument:
    (matched,) = [found for found in find_operators(snapshot, operator) if found.function.func.name.text == operator]
    return preview_document(snapshot, matched)


def text_of(document: PreviewDocument, section: MappedSection) -> str:
    return document.text[slice(*section.span)]


def check(snapshot: Snapshot, document: PreviewDocument) -> None:
    """Sections are whole lines in order, lead to places in the files, and say why they are there."""
    table = LineTable.of(document.text)
    end = -1
    for section in document.sections:
        assert end < section.span.start <= section.span.end < len(document.text)
        assert document.text[section.span.start - 1] == document.text[section.span.end] == "\n"
        assert table.position(section.span.start) == (section.lines.start, 0)
        assert table.position(section.span.end).line == section.lines.end - 1
        origin = section.origin
        assert 0 <= origin.span.start < origin.span.end <= len(snapshot.document(origin.file).text)
        assert section.reason.endswith(".")
        assert "{what}" not in section.reason
        end = section.span.end


# The text and its sections


def test_text_is_the_preview_below_its_files(snapshot: Snapshot) -> None:
    (matched,) = find_operators(snapshot, "sway_")
    whole = document(snapshot, "sway_")
    assert whole.text.startswith(
        "// sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)\n"
        "// derivatives entry: inherited from sway\n"
        "\n"
        "// VariableType.h\n"
    )
    sections = [(part.file, section) for part in preview(snapshot, matched).parts for section in part.sections]
    assert [(one.file, one.name, text_of(whole, one)) for one in whole.sections] == [
        (file, section.name, section.text) for file, section in sections
    ]
    outside = "\n".join([whole.text[: whole.sections[0].span.start], whole.text[whole.sections[-1].span.end :]])
    assert "TORCH_FN" not in outside
    check(snapshot, whole)


def test_headers() -> None:
    native = "- func: made(Tensor self) -> Tensor\n"
    alone = new_snapshot({"native_functions": native}, DEFAULT)
    assert "// no derivatives entry\n\n// VariableType.h\n" in document(alone, "made").text
    own = "- name: made(Tensor self) -> Tensor\n  self: grad\n"
    refused = new_snapshot({"native_functions": native, "derivatives": own}, DEFAULT)
    assert "// derivatives entry: its own\n// the generator refuses it" in document(refused, "made").text


# Both directions


def test_from_the_preview_to_the_source(snapshot: Snapshot) -> None:
    whole = document(snapshot, "sway")
    at = whole.text.index("grad_fn->other_sizes = other.sizes().vec();")
    section = source_at(whole, at)
    assert section is not None
    assert (section.name, section.origin.file) == ("save_inputs", "derivatives")
    assert DERIVATIVES[slice(*section.origin.span)] == "other.sizes()"
    assert section.reason == "A formula reads `other.sizes()`, so the node keeps it."
    derivative = source_at(whole, whole.text.index("auto grad_result = any_grad_defined ? (grad * other_sizes)"))
    assert derivative is not None
    assert DERIVATIVES[slice(*derivative.origin.span)] == "grad * other.sizes()"
    assert source_at(whole, 0) is None
    assert source_at(whole, whole.text.index("// Functions.h")) is None
    assert source_at(whole, len(whole.text) + 10) is None
    assert source_at(whole, -5) is None


def test_from_the_source_to_the_preview(snapshot: Snapshot) -> None:
    whole = document(snapshot, "sway")
    start = DERIVATIVES.index("other.sizes()")
    found = sections_from(whole, "derivatives", Span(start + 2, start + 2))
    assert [(one.file.partition("_")[0], one.name) for one in found] == [
        ("VariableType", "save_inputs"),
        ("Functions.h", "saved"),
        ("Functions.cpp", "derivative"),
    ]
    at = NATIVE.index("CPU: sway")
    assert [one.name for one in sections_from(whole, "native_functions", Span(at, at))] == ["dispatch"]
    assert sections_from(whole, "native_functions", Span(len(NATIVE), len(NATIVE))) == ()


def test_every_offset_leads_there_and_back(snapshot: Snapshot) -> None:
    for operator in ("sway", "sway_", "made"):
        whole = document(snapshot, operator)
        for offset in range(len(whole.text) + 1):
            section = source_at(whole, offset)
            if section is not None:
                assert section.span.start <= offset <= section.span.end
                assert section in sections_from(whole, section.origin.file, section.origin.span)


def test_reasons_of_special_sections() -> None:
    native = """\
- func: kept(Tensor self) -> Tensor
  dispatch:
    CPU: kept
- func: kept.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  dispatch:
    CPU: kept_out
"""
    pair = new_snapshot({"native_functions": native}, DEFAULT)
    kept = {section.name: section.reason for section in document(pair, "kept").sections}
    assert kept["grad_fn"].startswith("There is no formula")
    out = {section.name: section.reason for section in document(pair, "kept.out").sections}
    assert out["no_requires_grad_checks"].startswith("An out variant is not differentiated")


# Operators of an entry


def operators(native: str, derivatives: str) -> list[str]:
    fixture = parse(native, derivatives)
    return [found.function.func.name.text for found in operators_at(fixture.snapshot, fixture.file, fixture.offset)]


def test_operators_of_an_entry() -> None:
    assert operators(NATIVE, DERIVATIVES.replace("grad", "gr$0ad", 1)) == ["sway", "sway_"]
    assert operators(NATIVE.replace("CPU: sway_", "CPU: sw$0ay_"), DERIVATIVES) == ["sway_"]
    assert operators(NATIVE.replace("made", "ma$0de"), DERIVATIVES) == ["made"]
    assert operators(NATIVE, "- name: mad$0e(Tensor self) -> Tensor\n  self: [\n") == ["made"]
    assert operators(NATIVE, "- name: other$0(Tensor self) -> Tensor\n") == []
    assert operators(NATIVE + "- func: b$0roken(Tnsor self) -> Tensor\n", "") == []
    assert operators("$0", "") == []
    assert operators_at(parse(NATIVE).snapshot, "tags", 3) == ()


# Changes


def changed(snapshot: Snapshot, file: FileRole, old: str, new: str) -> Snapshot:
    start = snapshot.document(file).text.index(old)
    return edited(snapshot, file, Span(start, start + len(old)), new)


def test_no_change_no_diff(snapshot: Snapshot) -> None:
    assert preview_diff(snapshot, snapshot, "sway") == ("", ())
    later = changed(snapshot, "native_functions", "- func: made", "# a comment\n- func: made")
    assert preview_diff(snapshot, later, "made") == ("", ())
    assert preview_diff(snapshot, snapshot, "unknown") == ("", ())


def test_a_change_of_a_formula(snapshot: Snapshot) -> None:
    later = changed(snapshot, "derivatives", "other.sizes()", "other")
    diff = preview_diff(snapshot, later, "sway_")
    assert "-    grad_fn->other_sizes = other.sizes().vec();\n" in diff.text
    assert "+      grad_fn->other_ = SavedVariable(other, false);\n" in diff.text
    assert re.search(r"^@@ -\d+,\d+ \+\d+,\d+ @@ save_inputs$", diff.text, re.MULTILINE)
    assert [line[4:] for line in diff.text.split("\n") if line.startswith("+++")] == [
        "VariableType_2.cpp",
        "Functions.h",
        "Functions.cpp",
    ]
    change = next(change for change in diff.changes if change.name == "save_inputs")
    assert change.before is not None
    assert change.after is not None
    assert snapshot.derivatives.text[slice(*change.before.origin.span)] == "other.sizes()"
    assert later.derivatives.text[slice(*change.after.origin.span)] == "other"
    assert {change.name for change in diff.changes} >= {"save_inputs", "saved", "release_variables", "derivative"}


def test_the_node_that_overloads_share_changes_once(snapshot: Snapshot) -> None:
    wide = changed(snapshot, "native_functions", "sway_(Tensor(a!) self, ", "sway.wide(Tensor self, ")
    wide = changed(wide, "native_functions", "-> Tensor(a!)", "-> Tensor")
    diff = preview_diff(wide, changed(wide, "derivatives", "grad * result", "grad"), "sway")
    assert diff.text.count("+++ Functions.cpp") == 1
    assert diff.text.count("+++ VariableType_") == 2


def test_operators_that_come_and_go(snapshot: Snapshot) -> None:
    later = changed(snapshot, "native_functions", "- func: made(Tensor self) -> Tensor\n", "")
    gone = preview_diff(snapshot, later, "made")
    assert (
        gone.text
        == "--- VariableType.h\n+++ /dev/null\n@@ -1 +0,0 @@ declaration\n-Tensor made(const Tensor & self) ;\n"
    )
    come = preview_diff(later, snapshot, "made")
    assert (
        come.text
        == "--- /dev/null\n+++ VariableType.h\n@@ -0,0 +1 @@ declaration\n+Tensor made(const Tensor & self) ;\n"
    )
    assert [(change.before is None, change.after is None) for change in come.changes] == [(True, False)]


def patched(old: str, diff: str) -> str:
    """A text after its unified diff (no hunk header is trusted but for where it starts)."""
    lines, found, at = old.split("\n"), [], 0
    for line in diff.split("\n"):
        if header := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            start = int(header[1]) - (header[2] != "0")
            found += lines[at:start]
            at = start
        elif line[:1] in (" ", "-"):
            assert lines[at] == line[1:]
            found += [lines[at]] if line[0] == " " else []
            at += 1
        elif line[:1] == "+":
            found.append(line[1:])
    return "\n".join([*found, *lines[at:]])


def file_text(document: PreviewDocument, file: str) -> str:
    return "\n".join([text_of(document, section) for section in document.sections if section.file == file])


@pytest.mark.parametrize(
    "new", ["", "self", "other * other.sizes()", "grad_input_mask", 'f("a\\n")', "retain_variables"]
)
def test_the_diff_makes_the_new_text_of_the_old(snapshot: Snapshot, new: str) -> None:
    later = changed(snapshot, "derivatives", "grad * other.sizes()", f"g({new})")
    before, after = document(snapshot, "sway"), document(later, "sway")
    parts = re.split(r"^--- .*\n\+\+\+ (.*)\n", preview_diff(snapshot, later, "sway").text, flags=re.MULTILINE)
    diffs = dict(zip(parts[1::2], parts[2::2]))
    for file in {section.file for section in after.sections}:
        assert patched(file_text(before, file), diffs.get(file, "")[:-1]) == file_text(after, file)


# Whatever the text


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_every_operator_and_offset_of_the_examples(name: str) -> None:
    pair = new_snapshot(example(name), DEFAULT)
    for matched in pair.functions:
        check(pair, preview_document(pair, matched))
    for file in FILES:
        for offset in range(-1, len(pair.document(file).text) + 2):
            operators_at(pair, file, offset)


def test_prefixes_of_an_entry() -> None:
    whole = new_snapshot(example("clean"), DEFAULT)
    text = whole.derivatives.text
    for begin in ("span_extent", "affine_patch", "weighted_blend", "paired_sway", "tame_"):
        start = text.index(f"- name: {begin}")
        end = text.find("\n- ", start) + 1 or len(text)
        before = whole
        for prefix in prefixes(text[start:end]):
            pair = edited(whole, "derivatives", Span(start, end), prefix)
            for matched in operators_at(pair, "derivatives", start + len(prefix)):
                check(pair, preview_document(pair, matched))
            preview_diff(before, pair, begin)
            before = pair


@pytest.mark.parametrize("release", SOME)
def test_every_section_of_a_release_has_a_reason(release: str) -> None:
    pair = corpus_snapshot(release)
    for matched in pair.functions[::3]:
        check(pair, preview_document(pair, matched))
