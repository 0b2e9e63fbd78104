"""The output formats: the whole text for the example project, and the cases that it does not have.

The expected texts are rewritten by running these tests with VT_LSP_REWRITE=1; look at the difference then.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, Run
from vt_core.analysis.findings import Finding, FindingFix, RelatedFinding
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.detection import Detection
from vt_core.dialects.registry import DEFAULT
from vt_core.text.spans import Span
from vt_lsp.project import Project, Source
from vt_lsp.render import concise, full, json_
from vt_lsp.render.columns import show_line
from vt_lsp.render.style import Style, one_line, printable
from vt_lsp.render.summary import summary
from vt_lsp.report import Report

EXPECTED = Path(__file__).parent / "expected"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("full.txt", ()),
        ("concise.txt", ("--format", "concise")),
        ("json.txt", ("--format", "json")),
        ("colors.txt", ("--color", "always", "--select", "unknown-type")),
    ],
)
def test_expected_texts(vt_lsp: Run, name: str, arguments: tuple[str, ...]) -> None:
    got = vt_lsp("--check", *arguments, cwd=EXAMPLES / "mistakes").stdout
    path = EXPECTED / name
    if os.environ.get("VT_LSP_REWRITE") == "1":
        path.write_text(got, encoding="utf-8")
    assert got == path.read_text(encoding="utf-8")


NATIVE = "- func: f(Tensor self) -> Tensor\r\n\tdispatch:\r\n    größe: 東京\r\n"
DERIVATIVES = '- name: f(Tensor self) -> Tensor\n  self: "a\n\n    b\n    c\n    d"\n' + "x" * 200 + "\n"


def report(*findings: Finding, exact: bool = True) -> Report:
    sources = {"native_functions": Source("n.yaml", NATIVE), "derivatives": Source("d.yaml", DERIVATIVES)}
    detection = Detection(DEFAULT, "configuration", "", exact)
    return Report(Project(sources, detection, new_snapshot({}, DEFAULT)), findings)  # type: ignore[arg-type]


def native(text: str, **fields: object) -> Finding:
    start = NATIVE.index(text)
    return finding("native_functions", Span(start, start + len(text)), **fields)


def derivatives(start: int, end: int, **fields: object) -> Finding:
    return finding("derivatives", Span(start, end), **fields)


def finding(file: str, span: Span, **fields: object) -> Finding:
    given = {"severity": "error", "origin": "generator", "message": "so it is", "related": (), "fix": None, **fields}
    return Finding(file=file, span=span, rule="some-rule", **given)  # type: ignore[arg-type]


def excerpt(one: Finding, style: Style = Style()) -> list[str]:  # noqa: B008 - immutable
    lines = full.render([report(one)], style).split("\n")
    assert lines[-2:] == ["", ""]
    return lines[:-2]


def test_wide_characters_and_tabs_are_aligned() -> None:
    assert excerpt(native("東京")) == [
        "error[some-rule]: so it is",
        " --> n.yaml:3:12",
        "  |",
        "3 |     größe: 東京",
        "  |            ^^^^",
    ]
    assert excerpt(native("dispatch"))[-2:] == ["2 |     dispatch:", "  |     ^^^^^^^^"]


def test_a_point_and_the_end_of_a_line_have_one_caret() -> None:
    at = NATIVE.index("\r\n")
    line = "1 | - func: f(Tensor self) -> Tensor"
    assert excerpt(finding("native_functions", Span(at, at)))[-2:] == [line, "  |" + " " * (at + 1) + "^"]
    assert excerpt(finding("native_functions", Span(at, at + 2)))[-2:] == [line, "  |" + " " * (at + 1) + "^"]
    assert excerpt(finding("native_functions", Span(len(NATIVE), len(NATIVE))))[-2:] == ["4 |", "  | ^"]


def test_a_stretch_over_lines() -> None:
    start = DERIVATIVES.index('"')
    assert excerpt(derivatives(start, DERIVATIVES.index("c\n") + 1))[1:] == [
        " --> d.yaml:2:9",
        "  |",
        '2 |   self: "a',
        "  |         ^^",
        "3 |",
        "  | ^",
        "4 |     b",
        "  |     ^",
        "5 |     c",
        "  |     ^",
    ]
    assert excerpt(derivatives(start, DERIVATIVES.index('d"') + 2))[-3:] == ["...", '6 |     d"', "  |     ^^"]


def test_long_lines_are_cut_around_the_stretch() -> None:
    start = DERIVATIVES.index("xxx")
    style = Style(width=44)
    assert excerpt(derivatives(start, start + 3), style)[-2:] == ["7 | " + "x" * 38 + "…", "  | ^^^"]
    middle = excerpt(derivatives(start + 100, start + 103), style)[-2:]
    assert middle == ["7 | …" + "x" * 38 + "…", "  | " + " " * 12 + "^^^"]
    assert excerpt(derivatives(start + 197, start + 200), style)[-1].endswith(" ^^^")
    assert excerpt(derivatives(start, start + 200), style)[-2:] == ["7 | " + "x" * 38 + "…", "  | " + "^" * 38]


def test_related_places_and_fixes() -> None:
    related = (RelatedFinding("derivatives", Span(2, 6), "declared here"),)
    fix = FindingFix("Rename it", True, ())
    assert excerpt(native("dispatch", related=related, fix=fix, message="first\nsecond", severity="warning")) == [
        "warning[some-rule]: first",
        "  second",
        " --> n.yaml:2:2",
        "  |",
        "2 |     dispatch:",
        "  |     ^^^^^^^^",
        " ::: d.yaml:1:3",
        "  |",
        "1 | - name: f(Tensor self) -> Tensor",
        "  |   ---- declared here",
        "  |",
        "  = help: Rename it",
    ]


def test_line_numbers_share_one_gutter() -> None:
    texts = {"native_functions": Source("n.yaml", "\n" * 11 + "- x\n"), "derivatives": Source("d.yaml", "- y\n")}
    one = finding("native_functions", Span(13, 14), related=(RelatedFinding("derivatives", Span(2, 3), "here"),))
    lines = full.render([report(one)._replace(project=report().project._replace(sources=texts))], Style()).split("\n")
    assert lines[1:10] == [
        "  --> n.yaml:12:3",
        "   |",
        "12 | - x",
        "   |   ^",
        "  ::: d.yaml:1:3",
        "   |",
        " 1 | - y",
        "   |   - here",
        "",
    ]


def test_nothing_from_a_file_reaches_the_terminal_unseen() -> None:
    assert printable("a\x1b[31m\u202e\x85b\tc") == "a\\x1b[31m\\u202e\\x85b\\x09c"
    assert one_line("a\nb\rc") == "a b\\x0dc"
    evil = native("self", message="named \x1b[2J")
    assert "\x1b" not in full.render([report(evil)], Style())
    assert "\x1b" not in concise.render([report(evil)], Style())
    shown = show_line("a\x1bb\u0301c\u200b d", 2, 5, 80)
    assert shown == ("a\\x1bb\u0301c\\u200b d", 5, 7)


@pytest.mark.parametrize("width", [20, 21, 40, 80])
@pytest.mark.parametrize("length", [0, 1, 19, 20, 21, 60, 300])
def test_shown_lines_are_never_wider_than_asked(width: int, length: int) -> None:
    line = ("a東" * length)[:length]
    for start in range(0, length + 1, 7):
        for end in (start, start + 1, start + 40):
            shown = show_line(line, start, end, width)
            columns = sum(2 if char == "東" else 1 for char in shown.text)
            assert columns <= width
            assert 0 <= shown.start < shown.end <= max(width, 1) + 1


def test_concise() -> None:
    one = native("東京", message="a\nb")
    assert concise.render([report(one, one)], Style()) == "n.yaml:3:12: error[some-rule] a b\n" * 2


def test_json_counts_from_one_in_characters() -> None:
    text = json_.render([report(native("東京"))], Style())
    numbers = re.findall(r'"(line|column|end_line|end_column)": (\d+)', text)
    assert numbers == [("line", "3"), ("column", "12"), ("end_line", "3"), ("end_column", "14")]
    assert json_.render([report()], Style()) == "[]\n"


def test_summary_counts() -> None:
    error, warning = native("self"), derivatives(0, 1, severity="warning")
    remark, hint = native("func", severity="information"), native("f(", severity="hint")
    release = f"(PyTorch {DEFAULT.release})\n"
    assert summary([report()], Style()) == f"no errors in 2 files {release}"
    assert summary([report(error)], Style()) == f"1 error in 1 file {release}"
    assert summary([report(error, error, warning)], Style()) == f"2 errors, 1 warning in 2 files {release}"
    assert summary([report(remark, hint, hint)], Style()) == f"no errors, 1 remark, 2 hints in 1 file {release}"
    assert summary([report(warning, exact=False)], Style()).splitlines()[1].startswith("note: the files look newer")
