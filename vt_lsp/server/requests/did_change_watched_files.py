"""workspace/didChangeWatchedFiles: files changed on disk. Which ones does not matter: each is looked at."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.WORKSPACE_DID_CHANGE_WATCHED_FILES

# The files of pairs, and those that say how they are read.
PATTERNS = (
    "**/native_functions.yaml",
    "**/derivatives.yaml",
    "**/tags.yaml",
    "**/version.txt",
    "**/autograd/gen_*.py",
    "**/torchgen/model.py",
    "**/torchgen/native_function_generation.py",
    "**/vt-lsp.toml",
    "**/pyproject.toml",
)


def handle(context: Context, params: types.DidChangeWatchedFilesParams) -> None:
    context.server.files_changed()
