"""Comments that leave findings out: `# vt-lsp: ignore[rule] why` for its line or the next one, `# vt-lsp:
file-ignore[rule]` for the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from vt_core.analysis.document import Document
from vt_core.analysis.findings import Finding, FindingEdit, FindingFix
from vt_core.analysis.snapshot import Snapshot
from vt_core.rules.registry import RULE_IDS
from vt_core.rules.unused_ignore import RULE, message
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*vt-lsp:[ \t]*(file-)?ignore\[([^\]\r\n]*)\]", re.MULTILINE)
_NAME = re.compile(r"[^\s,]+")
_FILES: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")


class Ignore(NamedTuple):
    """A rule's name in a comment. `line` is the one whose findings it leaves out, None for the whole file; `only` says
    that no other name is in the comment, which starts at `comment`."""

    file: FileRole
    line: int | None
    rule: str
    span: Span
    comment: Span
    only: bool


def ignores_of(document: Document) -> list[Ignore]:
    """All of them in a file, in its order."""
    if not document.marked:
        return []
    text = document.text
    found: list[Ignore] = []
    for comment in _COMMENT.finditer(text):
        names = [name.span() for name in _NAME.finditer(text, *comment.span(2))]
        line = None if comment[1] else _line_of(comment.start(), text, document)
        end = _line_end(comment.end(), text)
        for start, stop in names:
            whole = Span(comment.start(), end)
            found.append(Ignore(document.file, line, text[start:stop], Span(start, stop), whole, len(names) == 1))
    return found


def _line_of(start: int, text: str, document: Document) -> int:
    """The line that a comment speaks of: its own, or the next that is more than a comment."""
    line = document.position(start).line
    if text[document.line_span(line).start : start].strip():
        return line
    while line + 1 < document.line_count:
        line += 1
        first = text[slice(*document.line_span(line))].strip()
        if first and not first.startswith("#"):
            break
    return line


def _line_end(at: int, text: str) -> int:
    found = re.compile(r"[\r\n]").search(text, at)
    return len(text) if found is None else found.start()


def kept(
    found: Iterable[Finding], snapshot: Snapshot, is_judged: Callable[[str], bool] = lambda rule: True
) -> tuple[Finding, ...]:
    """The findings without those that comments leave out, and with a finding for each name that leaves out none.

    `is_judged` says whether a rule is on: a comment is not called unused for one that is not.
    """
    documents = [snapshot.document(file) for file in _FILES]
    ignores = [one for document in documents for one in ignores_of(document)]
    if not ignores:
        return tuple(found)
    by_place: dict[tuple[FileRole, int | None, str], list[Ignore]] = {}
    for one in ignores:
        by_place.setdefault((one.file, one.line, one.rule), []).append(one)
    left: list[Finding] = []
    used: set[Ignore] = set()
    for finding in found:
        line = snapshot.document(finding.file).position(finding.span.start).line
        fitting = [one for at in (line, None) for one in by_place.get((finding.file, at, finding.rule), ())]
        used.update(fitting)
        if not fitting:
            left.append(finding)
    left += [_unused(one, snapshot) for one in ignores if one not in used and is_judged(one.rule)]
    return tuple(sorted(left, key=_place_of))


def _place_of(finding: Finding) -> tuple[FileRole, Span, str]:
    return finding.file, finding.span, finding.rule


def _unused(one: Ignore, snapshot: Snapshot) -> Finding:
    known = one.rule in RULE_IDS
    fix = _removal(one, snapshot.document(one.file).text)
    return Finding(one.file, one.span, RULE.id, RULE.severity, RULE.origin, message(one.rule, known=known), (), fix)


def _removal(one: Ignore, text: str) -> FindingFix:
    """Take the name out, the comment with it where it holds no other, and its line where nothing else is on it."""
    if not one.only:
        start, end = one.span
        after = re.compile(r"\s*,\s*").match(text, end)
        before = re.compile(r",\s*\Z").search(text, one.comment.start, start)
        span = Span(start, after.end()) if after else Span(before.start() if before else start, end)
        return FindingFix(f"Remove `{one.rule}` from the comment", True, (FindingEdit(one.file, span, ""),))
    start, end = one.comment
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    if text[line:start].strip():
        start = len(text[:start].rstrip(" \t"))
    else:
        start = line
        end += 2 if text.startswith("\r\n", end) else 1 if end < len(text) else 0
    return FindingFix("Remove the comment", True, (FindingEdit(one.file, Span(start, end), ""),))
