"""Between `vt_core`'s values and the protocol's: the one place where both are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from lsprotocol import types

from vt_core.analysis.findings import Finding
from vt_core.rules.rule import Severity
from vt_core.text.lines import Encoding
from vt_core.text.spans import Span
from vt_lsp.server.documents import Change, Lines, UnitPosition, offset_of, position_of

SEVERITIES: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}

# Findings about text that does nothing, which editors fade out.
_UNNECESSARY = frozenset({"derivative-ignored"})

ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


def encoding_of(client: types.ClientCapabilities) -> Encoding:
    """The encoding of positions: the first that the client lists and we know, else UTF-16 (3.17, "Position")."""
    listed = (client.general.position_encodings if client.general else None) or ()
    for kind in listed:
        known = ENCODINGS.get(str(getattr(kind, "value", kind)))
        if known is not None:
            return known
    return "utf-16"


def offset(lines: Lines, position: types.Position, encoding: Encoding) -> int:
    """The offset (code points) of a client's position; clamped."""
    return offset_of(lines, UnitPosition(position.line, position.character), encoding)


def span(lines: Lines, range_: types.Range, encoding: Encoding) -> Span:
    """The stretch (code points) of a client's range; clamped, and in order."""
    start, end = offset(lines, range_.start, encoding), offset(lines, range_.end, encoding)
    return Span(min(start, end), max(start, end))


def position(lines: Lines, at: int, encoding: Encoding) -> types.Position:
    """The client's position of an offset (code points)."""
    return types.Position(*position_of(lines, at, encoding))


def range_(lines: Lines, stretch: Span, encoding: Encoding) -> types.Range:
    """The client's range of a stretch (code points)."""
    return types.Range(position(lines, stretch.start, encoding), position(lines, stretch.end, encoding))


_AnyChange = Union[types.TextDocumentContentChangePartial, types.TextDocumentContentChangeWholeDocument]


def changes(given: Sequence[_AnyChange]) -> list[Change]:
    """A client's changes."""
    return [_change(one) for one in given]


def _change(given: _AnyChange) -> Change:
    if isinstance(given, types.TextDocumentContentChangeWholeDocument):
        return Change(None, None, given.text)
    start, end = given.range.start, given.range.end
    return Change(UnitPosition(start.line, start.character), UnitPosition(end.line, end.character), given.text)


def diagnostic(finding: Finding, at: types.Range, href: str | None) -> types.Diagnostic:
    """A finding as a diagnostic. `data` is what a code action needs to know it again."""
    fix = None if finding.fix is None else {"title": finding.fix.title, "safe": finding.fix.safe}
    return types.Diagnostic(
        range=at,
        message=finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=None if href is None else types.CodeDescription(href=href),
        source="vt-lsp",
        tags=[types.DiagnosticTag.Unnecessary] if finding.rule in _UNNECESSARY else None,
        data={"origin": finding.origin, "fix": fix},
    )
