"""workspace/executeCommand: what lenses, actions and users call by name. Each command is also a request of ours.

| command | arguments |
|---|---|
| `vt-lsp.preview`, `vt-lsp.previewDiff` | the document's URI, then an operator or a position |
| `vt-lsp.explain` | a rule's id |
| `vt-lsp.otherFile` | the document's URI |
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from vt_lsp.rule_pages import explanation
from vt_lsp.server.context import Context
from vt_lsp.server.params import optional_position
from vt_lsp.server.requests.preview import preview_of
from vt_lsp.server.requests.preview_diff import diff_of

METHOD = types.WORKSPACE_EXECUTE_COMMAND

COMMANDS = ("vt-lsp.preview", "vt-lsp.previewDiff", "vt-lsp.explain", "vt-lsp.otherFile")


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.execute_command_provider = types.ExecuteCommandOptions(list(COMMANDS), work_done_progress=True)


def handle(context: Context, params: types.ExecuteCommandParams) -> Any:
    arguments = list(params.arguments or ())
    if params.command not in COMMANDS:
        raise JsonRpcInvalidParams(f"no such command: {params.command}")
    if not arguments or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams(f"`{params.command}` takes a string first")
    if params.command == "vt-lsp.explain":
        return _explained(arguments[0])
    if params.command == "vt-lsp.otherFile":
        return _other_file(context, arguments[0])
    second = arguments[1] if len(arguments) > 1 else None
    operator = second if isinstance(second, str) else None
    position = optional_position({"position": second}) if operator is None else None
    answer = preview_of if params.command == "vt-lsp.preview" else diff_of
    return answer(context, arguments[0], position, operator)


def _explained(rule_id: str) -> str:
    try:
        return explanation(rule_id)
    except KeyError:
        raise JsonRpcInvalidParams(f"no such rule: {rule_id}") from None


def _other_file(context: Context, uri: str) -> str | None:
    """The URI of the pair's other file."""
    view = context.view(uri)
    if view is None:
        return None
    return view.uris.get("derivatives" if view.file == "native_functions" else "native_functions")
