"""An editing session of each client, over the wire, by pytest-lsp: it complains where a client's limits are passed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator

import pytest
import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

from tests.server.checkout import DERIVATIVES, NATIVE, Checkout
from tests.server.client_files import CLIENTS, client_file
from vt_core.text.lines import Encoding, to_units
from vt_lsp.server.uris import path_uri

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("error::pytest_lsp.checks.LspSpecificationWarning"),
]
ENCODINGS: dict[str, Encoding] = {
    "visual_studio_code": "utf-16",
    "neovim_0.11": "utf-8",
    "neovim_0.7": "utf-16",
    "emacs_29.1": "utf-32",
    "eglot": "utf-16",
    "lsp-mode": "utf-32",
}
PULLING = ("visual_studio_code", "neovim_0.11")
# These announce no tokens.
TOKENLESS = ("neovim_0.7", "emacs_29.1", "eglot", "lsp-mode")
COMMAND = [sys.executable, "-m", "vt_lsp", "--stdio"]
# A line with characters of all lengths before what is looked at.
TEXT = "# \u00e9e\u0301\U0001d11e\n" + DERIVATIVES


class Editing:
    """A client in a checkout with derivatives.yaml open."""

    def __init__(self, name: str, client: LanguageClient, checkout: Checkout, result: types.InitializeResult) -> None:
        self.name, self.client, self.checkout, self.result = name, client, checkout, result
        self.version = 1
        self._pushed: object = None
        self.document = types.TextDocumentIdentifier(checkout.derivatives_uri)

    def change(self, line: int, start: int, end: int, text: str) -> None:
        self.version += 1
        at = types.Range(types.Position(line, start), types.Position(line, end))
        document = types.VersionedTextDocumentIdentifier(self.version, self.document.uri)
        changes = [types.TextDocumentContentChangePartial(at, text)]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    async def diagnostics(self) -> list[types.Diagnostic]:
        if self.name in PULLING:
            params = types.DocumentDiagnosticParams(self.document)
            report = await self.client.text_document_diagnostic_async(params)
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            assert self.document.uri not in self.client.diagnostics
            return list(report.items)
        for _ in range(3_000):
            pushed = self.client.diagnostics.get(self.document.uri)
            if pushed is not None and pushed is not self._pushed:
                self._pushed = pushed
                return list(pushed)
            await asyncio.sleep(0.02)
        raise AssertionError("no diagnostics were pushed")


def make_client() -> LanguageClient:
    """A client that takes registrations, as all real ones do."""
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_: types.RegistrationParams) -> None:
        return None

    return client


CONFIG = ClientServerConfig(server_command=COMMAND, client_factory=make_client)


@pytest_lsp.fixture(scope="module", params=CLIENTS, config=CONFIG)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[None, None]:
    name: str = request.param
    file = client_file(name)
    checkout = Checkout(tmp_path_factory.mktemp(name))
    capabilities = get_converter().structure(file["capabilities"], types.ClientCapabilities)
    info = types.ClientInfo(**file["clientInfo"])
    folder = types.WorkspaceFolder(path_uri(checkout.root), name)
    params = types.InitializeParams(capabilities=capabilities, client_info=info, workspace_folders=[folder])
    result = await lsp_client.initialize_session(params)
    item = types.TextDocumentItem(checkout.derivatives_uri, "yaml", 1, TEXT)
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    lsp_client.editing = Editing(name, lsp_client, checkout, result)  # type: ignore[attr-defined]
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editing(client: LanguageClient) -> Editing:
    found = client.editing  # type: ignore[attr-defined]
    assert isinstance(found, Editing)
    return found


async def test_the_encoding(editing: Editing) -> None:
    assert editing.result.capabilities.position_encoding == ENCODINGS[editing.name]


async def test_diagnostics_follow_the_typing(editing: Editing) -> None:
    assert await editing.diagnostics() == []
    editing.change(3, 2, 7, "wat")
    found = await editing.diagnostics()
    assert [(one.code, one.range.start.line, one.range.end.character) for one in found] == [
        ("unknown-gradient-argument", 3, 5)
    ]
    editing.change(3, 5, 5, "er")
    assert await editing.diagnostics() == []


async def test_columns_after_odd_characters(editing: Editing) -> None:
    encoding = ENCODINGS[editing.name]
    line = TEXT.partition("\n")[0]
    end = to_units(line, len(line), encoding)
    editing.change(0, end, end, "\n- name: rinse(Tensor slf) -> Tensor\n  self: grad\n")
    (found,) = await editing.diagnostics()
    assert (found.code, found.range.start.line) == ("unknown-function", 1)
    editing.version += 1
    document = types.VersionedTextDocumentIdentifier(editing.version, editing.document.uri)
    whole = [types.TextDocumentContentChangeWholeDocument(TEXT)]
    editing.client.text_document_did_change(types.DidChangeTextDocumentParams(document, whole))
    assert await editing.diagnostics() == []


async def test_what_editors_ask_for(editing: Editing) -> None:
    client, document = editing.client, editing.document
    at = types.Position(1, 9)
    formula = types.Position(2, 12)
    assert await client.text_document_hover_async(types.HoverParams(document, at)) is not None
    assert await client.text_document_definition_async(types.DefinitionParams(document, at))
    context = types.ReferenceContext(include_declaration=True)
    assert await client.text_document_references_async(types.ReferenceParams(context, document, at))
    assert await client.text_document_completion_async(types.CompletionParams(document, formula))
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, formula))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    if editing.name not in TOKENLESS:
        assert await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    everything = types.Range(types.Position(0, 0), types.Position(7, 0))
    actions = types.CodeActionParams(document, everything, types.CodeActionContext([]))
    await client.text_document_code_action_async(actions)
    await client.text_document_code_lens_async(types.CodeLensParams(document))
    await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    renamed = await client.text_document_rename_async(
        types.RenameParams(new_name="soap", text_document=document, position=types.Position(3, 4))
    )
    assert renamed is not None


async def test_the_partner_is_opened_and_closed(editing: Editing) -> None:
    client, native = editing.client, editing.checkout.native_uri
    text = NATIVE.replace("rinse(Tensor self", "rinse(Tensor own")
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(native, "yaml", 1, text)))
    assert [one.code for one in await editing.diagnostics()] == ["unknown-function"]
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(native)))
    assert await editing.diagnostics() == []


async def test_nothing_was_complained_of(editing: Editing) -> None:
    await asyncio.sleep(0)
    assert editing.client.messages == []
    assert [one.message for one in editing.client.log_messages if one.type == types.MessageType.Error] == []
