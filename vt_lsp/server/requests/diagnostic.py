"""textDocument/diagnostic: the findings of a file, and those of its partner where they changed with it."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_lsp.server.client import JsonText
from vt_lsp.server.context import Context
from vt_lsp.server.diagnostics import Report

METHOD = types.TEXT_DOCUMENT_DIAGNOSTIC


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    if client.text_document is not None and client.text_document.diagnostic is not None:
        capabilities.diagnostic_provider = types.DiagnosticOptions(
            identifier="vt-lsp", inter_file_dependencies=True, workspace_diagnostics=True, work_done_progress=True
        )


def handle(context: Context, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    uri = params.text_document.uri
    view = context.view(uri)
    backend = context.backends.view(uri) if view is None else None
    if backend is not None:
        alone = context.reports.of_backend(backend)
        context.publisher.pulled_alone(alone)
        return plain(alone, params.previous_result_id)
    if view is None:
        return plain(context.reports.empty(uri), params.previous_result_id)
    reports = context.reports.of(view)
    report = reports[view.file]
    answer = plain(report, params.previous_result_id)
    related = context.publisher.pulled(view, report, reports)
    if related:
        answer["relatedDocuments"] = {other.uri: plain(other) for other in related}
    return answer


def plain(report: Report, previous: str | None = None) -> dict[str, Any]:
    """A report as JSON; what the client has already is not sent again."""
    if report.id == previous:
        return {"kind": "unchanged", "resultId": report.id}
    return {"kind": "full", "resultId": report.id, "items": JsonText(report.items)}
