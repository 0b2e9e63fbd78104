"""textDocument/signatureHelp."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.signature_help import Signature, signature_help
from vt_core.text.lines import Encoding, to_units
from vt_core.text.spans import Span
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_SIGNATURE_HELP


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.signature_help_provider = types.SignatureHelpOptions(
        trigger_characters=["(", ","], retrigger_characters=[")"]
    )


def handle(context: Context, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    found = signature_help(view.snapshot, view.file, view.offset(params.position), context.helpers(view))
    if found is None:
        return None
    signatures = [_signature(signature, view.encoding) for signature in found.signatures]
    return types.SignatureHelp(signatures, found.active_signature, found.active_parameter)


def _signature(signature: Signature, encoding: Encoding) -> types.SignatureInformation:
    parameters = [
        types.ParameterInformation(_units(signature.label, one.span, encoding), _markdown(one.documentation))
        for one in signature.parameters
    ]
    return types.SignatureInformation(signature.label, _markdown(signature.documentation), parameters)


def _markdown(text: str) -> types.MarkupContent | None:
    return types.MarkupContent(types.MarkupKind.Markdown, text) if text else None


def _units(label: str, span: Span, encoding: Encoding) -> tuple[int, int]:
    """A stretch of a label in the client's units."""
    return to_units(label, span.start, encoding), to_units(label, span.end, encoding)
