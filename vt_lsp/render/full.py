"""The format for people: each finding with an excerpt of the source, in the manner of compilers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from vt_core.analysis.findings import Finding
from vt_core.text.spans import Span
from vt_lsp.project import Source
from vt_lsp.render.columns import show_line
from vt_lsp.render.style import Paint, Style, one_line, printable
from vt_lsp.report import Report

# Of a stretch over more lines, the first ones and the last are shown.
_MOST_LINES = 4


class _Label(NamedTuple):
    """A stretch of a source, underlined with `mark` and explained by `text`."""

    source: Source
    span: Span
    mark: str
    paint: Paint
    text: str


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings, each followed by an empty line."""
    return "".join([_finding(finding, report, style) for report in reports for finding in report.findings])


def _finding(finding: Finding, report: Report, style: Style) -> str:
    labels = [_Label(report.source(finding.file), finding.span, "^", finding.severity, "")]
    labels += [_Label(report.source(r.file), r.span, "-", "frame", r.message) for r in finding.related]
    gutter = max([len(str(_last_line(label) + 1)) for label in labels])
    head, *more = printable(finding.message).split("\n")
    rule = style.paint(f"{finding.severity}[{finding.rule}]", finding.severity)
    lines = [f"{rule}{style.paint(f': {head}', 'strong')}", *[f"  {line}" for line in more]]
    for label, arrow in zip(labels, ("-->", *[":::"] * len(labels))):
        lines += _excerpt(label, arrow, gutter, style)
    if finding.fix is not None:
        lines.append(_margin("", "|", gutter, style))
        lines.append(
            f"{_margin('', '=', gutter, style)} {style.paint('help:', 'strong')} {one_line(finding.fix.title)}"
        )
    return "\n".join([*lines, "", ""])


def _last_line(label: _Label) -> int:
    return label.source.lines.position(max(label.span.start, label.span.end - 1)).line


def _excerpt(label: _Label, arrow: str, gutter: int, style: Style) -> Iterator[str]:
    source, span = label.source, label.span
    at = source.lines.position(span.start)
    place = f"{printable(source.name)}:{at.line + 1}:{at.column + 1}"
    yield f"{' ' * gutter}{style.paint(arrow, 'frame')} {place}"
    yield _margin("", "|", gutter, style)
    lines = range(at.line, _last_line(label) + 1)
    for line in _chosen(lines):
        if line is None:
            yield style.paint("...", "frame")
            continue
        start, end = _columns(source, span, line)
        shown = show_line(source.lines.line_text(line), start, end, max(20, style.width - gutter - 3))
        yield f"{_margin(str(line + 1), '|', gutter, style)} {shown.text}".rstrip()
        margin = f"{_margin('', '|', gutter, style)} {' ' * shown.start}"
        marks = label.mark * (shown.end - shown.start)
        text = one_line(label.text) if line == lines[-1] else ""
        if shown.end + 1 + len(text) > style.width:
            yield margin + style.paint(marks, label.paint)
            yield margin + style.paint(text, label.paint)
        else:
            yield margin + style.paint(f"{marks} {text}".rstrip(), label.paint)


def _margin(number: str, bar: str, gutter: int, style: Style) -> str:
    return style.paint(f"{number:>{gutter}} {bar}", "frame")


def _chosen(lines: Sequence[int]) -> list[int | None]:
    if len(lines) <= _MOST_LINES:
        return list(lines)
    return [*lines[: _MOST_LINES - 1], None, lines[-1]]


def _columns(source: Source, span: Span, line: int) -> tuple[int, int]:
    """The columns of a line that a span covers, its indentation left out where the span began before."""
    whole = source.lines.line_span(line)
    start, end = max(span.start, whole.start), min(span.end, whole.end)
    if start > span.start:
        text = source.text[start:end]
        start += len(text) - len(text.lstrip())
    return start - whole.start, max(start, end) - whole.start
