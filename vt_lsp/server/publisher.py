"""Which diagnostics the client has, and how it gets new ones: it pulls, or they are pushed, never both.

A client that pulls asks for the file that it edits. What the edit changes in the pair's other file goes along with the
answer where the client takes that (`relatedDocumentSupport`), else it is asked to pull again.
"""

from __future__ import annotations

import time
from typing import Any

from lsprotocol import types

from vt_lsp.server.backends import Backends
from vt_lsp.server.client import Client, JsonText
from vt_lsp.server.diagnostics import Report, Reports
from vt_lsp.server.pairs import ANALYSED, Pair
from vt_lsp.server.session import Session
from vt_lsp.server.uris import uri_key
from vt_lsp.server.view import View

# While messages keep coming, diagnostics are pushed as often as this (seconds); without more at once.
_PATIENCE = 0.1


class Publisher:
    """Keeps the client's diagnostics up to date."""

    def __init__(self, session: Session, backends: Backends, reports: Reports, client: Client) -> None:
        self._backends = backends
        self._session, self._reports, self._client = session, reports, client
        self._pulls = False
        self._related = False
        self._refreshes = False
        self._versions = False
        self._since: float | None = None
        self._elsewhere = False
        # By document: the id of the report (and the version) that the client has; what it was asked to pull.
        self._delivered: dict[str, tuple[str, int | None]] = {}
        self._asked: dict[str, str] = {}

    def configure(self, client: types.ClientCapabilities) -> None:
        """Take on what the client can do."""
        document, workspace = client.text_document, client.workspace
        pull = None if document is None else document.diagnostic
        push = None if document is None else document.publish_diagnostics
        refresh = None if workspace is None else workspace.diagnostics
        self._pulls = pull is not None
        self._related = pull is not None and bool(pull.related_document_support)
        self._refreshes = refresh is not None and bool(refresh.refresh_support)
        self._versions = push is not None and bool(push.version_support)

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics itself."""
        return self._pulls

    def notice(self, *, elsewhere: bool = False) -> None:
        """Diagnostics may have changed; `elsewhere`: by something else than an edit, after which a client pulls."""
        if self._since is None:
            self._since = time.monotonic()
        self._elsewhere = self._elsewhere or elsewhere

    def flush(self, *, idle: bool) -> None:
        """Bring the client up to date, now if nothing else is waiting, soon in any case."""
        if self._since is None or not (idle or time.monotonic() - self._since > _PATIENCE):
            return
        elsewhere, self._since, self._elsewhere = self._elsewhere, None, False
        if not self._pulls:
            for pair in self._session.pairs():
                self._push(pair)
            for backend in self._backends.views():
                self._push_report(self._reports.of_backend(backend), backend.version)
        elif elsewhere:
            stale = [report for pair in self._session.pairs() for report in self._stale(pair)]
            reports = [self._reports.of_backend(backend) for backend in self._backends.views()]
            stale += [report for report in reports if not self._has(report)]
            self._ask(stale)

    def closed(self, uri: str) -> None:
        """A document was closed; what was pushed for it is taken back, unless its pair is still looked at."""
        key = uri_key(uri)
        self._asked.pop(key, None)
        if self._delivered.pop(key, None) is not None and not self._pulls:
            member = self._session.member(uri)
            if member is None or not member.pair.is_open:
                self._publish(Report(uri, "", "[]"), None)
        self.notice()

    def pulled(self, view: View, report: Report, reports: dict[Any, Report]) -> list[Report]:
        """The client gets `report`. Returns the reports that go along with it."""
        self._deliver(report)
        others = [other for other in reports.values() if other is not report and not self._has(other)]
        if self._related:
            for other in others:
                self._deliver(other)
            return others
        open_keys = {uri_key(view.uris[role]) for role in view.versions}
        self._ask([other for other in others if uri_key(other.uri) in open_keys])
        return []

    def pulled_alone(self, report: Report) -> None:
        """The client gets the report of a document that has no partner."""
        self._deliver(report)

    def _has(self, report: Report) -> bool:
        """Whether the client has a report; one that it never had and that is empty tells nothing."""
        delivered = self._delivered.get(uri_key(report.uri))
        return report.is_empty if delivered is None else delivered[0] == report.id

    def _deliver(self, report: Report, version: int | None = None) -> None:
        key = uri_key(report.uri)
        self._delivered[key] = (report.id, version)
        self._asked.pop(key, None)

    def _stale(self, pair: Pair) -> list[Report]:
        view = self._view(pair)
        return [] if view is None else [one for one in self._reports.of(view).values() if not self._has(one)]

    def _ask(self, stale: list[Report]) -> None:
        """Ask the client to pull, once for each report that it lacks."""
        news = [report for report in stale if self._asked.get(uri_key(report.uri)) != report.id]
        if news and self._refreshes:
            self._asked.update([(uri_key(report.uri), report.id) for report in news])
            self._client.request(types.WORKSPACE_DIAGNOSTIC_REFRESH, None)

    def _push(self, pair: Pair) -> None:
        view = self._view(pair)
        if view is None:
            return
        for role, report in self._reports.of(view).items():
            self._push_report(report, view.versions.get(role))

    def _push_report(self, report: Report, version: int | None) -> None:
        """Push a report that the client has not, or has for another version of an open document."""
        delivered = self._delivered.get(uri_key(report.uri))
        if not self._has(report) or (version is not None and (delivered is None or delivered[1] != version)):
            self._publish(report, version)

    def _view(self, pair: Pair) -> View | None:
        role = next((role for role in ANALYSED if role in pair.sides), None)
        return None if role is None else self._session.pair_view(pair, role)

    def _publish(self, report: Report, version: int | None) -> None:
        params: dict[str, Any] = {"uri": report.uri, "diagnostics": JsonText(report.items)}
        if version is not None and self._versions:
            params["version"] = version
        self._client.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
        if report.id:
            self._deliver(report, version)
