"""Edits of the pair, as the protocol wants them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Union

from lsprotocol import types

from vt_core.analysis.findings import FindingEdit
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span
from vt_lsp.server.backends import BackendView
from vt_lsp.server.view import View

AnyView = Union[View, BackendView]


class PairEdit(NamedTuple):
    """`span` (code points) of a file, to be replaced by `text`."""

    file: FileRole
    span: Span
    text: str


def pair_edit(view: AnyView, edits: Iterable[FindingEdit], *, versioned: bool) -> types.WorkspaceEdit:
    """The edits of a fix."""
    return workspace_edit(view, [PairEdit(edit.file, edit.span, edit.text) for edit in edits], versioned=versioned)


def text_edit(view: AnyView, span: Span, text: str, file: FileRole | None = None) -> types.TextEdit:
    """A replacement in one file."""
    return types.TextEdit(view.range(span, file), text)


def workspace_edit(view: AnyView, edits: Iterable[PairEdit], *, versioned: bool) -> types.WorkspaceEdit:
    """Edits of both files. `versioned`: for the versions of open files that were looked at, so that a client that has
    gone on does not apply them."""
    by_file: dict[FileRole, list[types.TextEdit]] = {}
    for edit in edits:
        if edit.file in view.uris:
            by_file.setdefault(edit.file, []).append(text_edit(view, edit.span, edit.text, edit.file))
    if not versioned:
        return types.WorkspaceEdit(changes={view.uris[file]: found for file, found in by_file.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(view.uris[file], view.versions.get(file)), list(found)
            )
            for file, found in by_file.items()
        ]
    )
