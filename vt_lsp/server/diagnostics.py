"""Reports: the findings of a file as diagnostics, the same objects for as long as they say the same."""

from __future__ import annotations

import os
import time
from typing import Any, NamedTuple

from cattrs import Converter
from lsprotocol import types

from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import Snapshot
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span
from vt_lsp.report import presented
from vt_lsp.rule_pages import page_path
from vt_lsp.server import convert
from vt_lsp.server.documents import UnitPosition, position_of
from vt_lsp.server.uris import path_uri, uri_key
from vt_lsp.server.view import View
from vt_lsp.settings import Settings

Diagnostic = dict[str, Any]
_Stretch = tuple[str, UnitPosition, UnitPosition]


class Report(NamedTuple):
    """All diagnostics of a file, in the protocol's plain JSON, and a name that changes when they do."""

    uri: str
    id: str
    items: list[Diagnostic]


class Reports:
    """Makes reports. One diagnostic is converted once, however often it is reported."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._run = f"{os.getpid():x}-{time.time_ns():x}"
        self._count = 0
        self._last: dict[str, Report] = {}
        self._known: dict[tuple[Finding, _Stretch, tuple[_Stretch, ...]], Diagnostic] = {}
        self._pages: dict[str, str | None] = {}
        self._information, self._tags = True, True
        self._made: tuple[Snapshot, Settings, dict[FileRole, str], dict[FileRole, Report]] | None = None

    def configure(self, client: types.ClientCapabilities) -> None:
        """Leave out what the client cannot show. A client that pulls may say so in either of two places."""
        document = client.text_document
        push = None if document is None else document.publish_diagnostics
        pull = None if document is None else document.diagnostic
        said = [one for one in (push, pull) if one is not None]
        self._information = push is None or any(bool(one.related_information) for one in said)
        self._tags = push is None or any(one.tag_support is not None for one in said)

    def of(self, view: View) -> dict[FileRole, Report]:
        """The reports of a pair's files, those that exist."""
        made = self._made
        if made is not None and made[0] is view.snapshot and made[1] is view.settings and made[2] == view.uris:
            return made[3]
        items: dict[FileRole, list[Diagnostic]] = {role: [] for role in view.uris}
        for finding in presented(findings(view.snapshot), view.settings.rules, exact=view.detection.exact):
            if finding.file in items:
                items[finding.file].append(self._diagnostic(finding, view))
        if len(self._known) > 2 * sum(map(len, items.values())) + 1000:
            self._known.clear()
        reports = {role: self._report(view.uris[role], found) for role, found in items.items()}
        self._made = view.snapshot, view.settings, dict(view.uris), reports
        return reports

    def empty(self, uri: str) -> Report:
        """The report of a file that nothing is said about."""
        return self._report(uri, [])

    def forget(self, uri: str) -> None:
        """A document was closed."""
        self._last.pop(uri_key(uri), None)
        self._made = None

    def _report(self, uri: str, items: list[Diagnostic]) -> Report:
        key = uri_key(uri)
        last = self._last.get(key)
        if last is not None and last.items == items and last.uri == uri:
            return last
        self._count += 1
        self._last[key] = report = Report(uri, f"{self._run}-{self._count:x}", items)
        return report

    def _diagnostic(self, finding: Finding, view: View) -> Diagnostic:
        at = _stretch(view, finding.file, finding.span)
        related = tuple([_stretch(view, one.file, one.span) for one in finding.related if one.file in view.uris])
        key = (finding, at, related)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._convert(finding, at, related)
        return known

    def _convert(self, finding: Finding, at: _Stretch, related: tuple[_Stretch, ...]) -> Diagnostic:
        made = convert.diagnostic(finding, _range(at), self._page(finding.rule))
        if not self._tags:
            made.tags = None
        if self._information:
            messages = [one.message for one in finding.related]
            made.related_information = [
                types.DiagnosticRelatedInformation(types.Location(stretch[0], _range(stretch)), message)
                for stretch, message in zip(related, messages)
            ] or None
        plain: Diagnostic = self._converter.unstructure(made)
        return plain

    def _page(self, rule: str) -> str | None:
        if rule not in self._pages:
            path = page_path(rule)
            self._pages[rule] = None if path is None else path_uri(path)
        return self._pages[rule]


def _stretch(view: View, file: FileRole, span: Span) -> _Stretch:
    document = view.document(file)
    start = position_of(document, span.start, view.encoding)
    return view.uris[file], start, position_of(document, span.end, view.encoding)


def _range(stretch: _Stretch) -> types.Range:
    return types.Range(types.Position(*stretch[1]), types.Position(*stretch[2]))
