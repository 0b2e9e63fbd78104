"""Reports: the findings of a file as diagnostics, the same objects for as long as they say the same."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from cattrs import Converter
from lsprotocol import types

from vt_core.analysis.document import Block, PlacedEntry
from vt_core.analysis.findings import Finding, Told, file_findings, finding_of, told
from vt_core.analysis.snapshot import Snapshot
from vt_core.rules.rule import Origin, Severity
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding
from vt_lsp.report import asked_for, heeded, presented, shown_severity
from vt_lsp.rule_pages import page_path
from vt_lsp.server import convert
from vt_lsp.server.backends import BackendView
from vt_lsp.server.uris import path_uri, uri_key
from vt_lsp.server.view import View
from vt_lsp.settings import Settings

_MOST_KNOWN = 8192
# A fault in words, the lines that its two ends start on, its severity for this project, and its diagnostic.
_Lines = Mapping[FileRole, tuple[Mapping[Block, int], Sequence[int]]]
_Known = tuple[Told, int, int, Severity, str]


class Report(NamedTuple):
    """All diagnostics of a file as a JSON list, and a name that changes when they do."""

    uri: str
    id: str
    items: str

    @property
    def is_empty(self) -> bool:
        return self.items == "[]"


class Reports:
    """Makes reports. One diagnostic is converted once, however often it is reported: on a keystroke all others are
    strings that are joined."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._run = f"{os.getpid():x}-{time.time_ns():x}"
        self._count = 0
        self._last: dict[str, Report] = {}
        self._known: dict[int, _Known] = {}
        self._known_for: tuple[dict[FileRole, str], Encoding] | None = None
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
        if self._known_for != (view.uris, view.encoding) or len(self._known) > _MOST_KNOWN:
            self._known.clear()
            self._known_for = dict(view.uris), view.encoding
        items: dict[FileRole, list[tuple[int, str]]] = {role: [] for role in view.uris}
        has_ignores = any(view.snapshot.document(role).marked for role in view.uris)
        found = heeded(view.snapshot, view.settings.rules) if has_ignores else file_findings(view.snapshot)
        for finding in presented(found, view.settings.rules, exact=view.detection.exact):
            if finding.file in items:
                items[finding.file].append((finding.span.start, self._convert(finding, view)))
        mixed = [role for role, found in items.items() if found]
        lines: _Lines = {role: (view.document(role).indexes, view.document(role).first_lines) for role in view.uris}
        severities: dict[tuple[str, Origin], Severity | None] = {}
        for index, one in () if has_ignores else told(view.snapshot, asked_for(view.settings.rules)):
            file = one.owner.file
            if file in items:
                text = self._told(one, lines[file][1][index], view, lines, severities)
                if text is not None:
                    items[file].append((_offset(one, view) if mixed else 0, text))
        for role in mixed:
            items[role].sort(key=itemgetter(0))
        reports = {role: self._report(view.uris[role], _listed(found)) for role, found in items.items()}
        self._made = view.snapshot, view.settings, dict(view.uris), reports
        return reports

    def _told(
        self, one: Told, line: int, view: View, lines: _Lines, severities: dict[tuple[str, Origin], Severity | None]
    ) -> str | None:
        """The diagnostic of a fault whose block starts on a line, None where its rule is off. It is the same for as
        long as both ends stand on the same lines."""
        worded = one.worded
        kind = (worded.rule, worded.origin)
        if kind not in severities:
            severities[kind] = shown_severity(
                worded.rule, worded.severity, worded.origin, view.settings.rules, exact=view.detection.exact
            )
        severity = severities[kind]
        if severity is None:
            return None
        other = _line_of(one.other, lines) if worded.related else 0
        known = self._known.get(id(one))
        if known is not None and known[0] is one and known[1] == line and known[2] == other and known[3] is severity:
            return known[4]
        text = self._convert(finding_of(one, view.snapshot)._replace(severity=severity), view)
        if line > 0 and (other > 0 or not worded.related):  # a first line may begin with a byte order mark, or not
            self._known[id(one)] = one, line, other, severity, text
        return text

    def of_backend(self, view: BackendView) -> Report:
        """The report of a backend's file."""
        return self._report(view.uri, f"[{','.join([self._convert(finding, view) for finding in view.findings()])}]")

    def empty(self, uri: str) -> Report:
        """The report of a file that nothing is said about."""
        return self._report(uri, "[]")

    def forget(self, uri: str) -> None:
        """A document was closed."""
        self._last.pop(uri_key(uri), None)
        self._made = None

    def _report(self, uri: str, items: str) -> Report:
        key = uri_key(uri)
        last = self._last.get(key)
        if last is not None and last.items == items and last.uri == uri:
            return last
        self._count += 1
        self._last[key] = report = Report(uri, f"{self._run}-{self._count:x}", items)
        return report

    def _convert(self, finding: Finding, view: View | BackendView) -> str:
        made = convert.diagnostic(finding, view.range(finding.span, finding.file), self._page(finding.rule))
        if not self._tags:
            made.tags = None
        if self._information:
            related = [(view.location(one.file, one.span), one.message) for one in finding.related]
            made.related_information = [
                types.DiagnosticRelatedInformation(location, message)
                for location, message in related
                if location is not None
            ] or None
        return json.dumps(self._converter.unstructure(made), separators=(",", ":"))

    def _page(self, rule: str) -> str | None:
        if rule not in self._pages:
            path = page_path(rule)
            self._pages[rule] = None if path is None else path_uri(path)
        return self._pages[rule]


def _line_of(placed: PlacedEntry | None, lines: _Lines) -> int:
    """The line that an entry's block starts on."""
    found = None if placed is None else lines.get(placed.file)
    return 0 if found is None or placed is None else found[1][found[0][placed.block]]


def _offset(one: Told, view: View) -> int:
    return view.snapshot.document(one.owner.file).start_of(one.owner.block) + one.worded.span.start


def _listed(items: Iterable[tuple[int, str]]) -> str:
    return f"[{','.join([text for _, text in items])}]"
