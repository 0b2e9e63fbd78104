"""Every feature through the dispatcher, on the clean example: parameters in, the protocol's values out."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.server.editor import Editor, OpenText, Refused
from vt_lsp.server.requests.all import MODULES

CLEAN = Path(__file__).parents[2] / "examples" / "clean"
NATIVE = "aten/src/ATen/native/native_functions.yaml"
DERIVATIVES = "tools/autograd/derivatives.yaml"
ENTRY = "- name: soft_gate(Tensor self, Tensor gate, *, Scalar sharpness=1) -> Tensor"
MANUAL = """#pragma once
// What is left of the gradient where nothing was cut off.
Tensor clip_backward(const Tensor& grad, const Tensor& self, double ceiling);
"""


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    root = tmp_path / "checkout"
    shutil.copytree(CLEAN, root)
    manual = root / "torch/csrc/autograd/FunctionsManual.h"
    manual.parent.mkdir(parents=True)
    manual.write_text(MANUAL)
    return Editor(root)


@pytest.fixture
def derivatives(editor: Editor) -> OpenText:
    return editor.open(DERIVATIVES)


@pytest.fixture
def native(editor: Editor) -> OpenText:
    return editor.open(NATIVE)


def test_no_feature_forgets_itself() -> None:
    """One module per method, each method once."""
    methods = [module.METHOD for module in MODULES]
    assert len(set(methods)) == len(methods)
    assert all(callable(module.handle) for module in MODULES)


def test_hover(derivatives: OpenText) -> None:
    card = derivatives.ask("hover", ENTRY.replace("gate(", "ga$0te("))
    assert "```cpp" in card["contents"]["value"]
    assert "SoftGateBackward" in card["contents"]["value"]
    assert derivatives.read(card["range"]) == "soft_gate"


def call_helper(derivatives: OpenText) -> str:
    derivatives.replace("grad.mul(self.abs().lt(ceiling))", "clip_backward(grad, self, ceiling)")
    return "self: clip_$0backward("


def test_hover_on_a_helper_shows_its_declaration(derivatives: OpenText) -> None:
    card = derivatives.ask("hover", call_helper(derivatives))
    assert "double ceiling" in card["contents"]["value"]
    assert "nothing was cut off" in card["contents"]["value"]


def test_definition_as_link(derivatives: OpenText, native: OpenText) -> None:
    (link,) = derivatives.ask("definition", ENTRY.replace("soft", "so$0ft"))
    assert link["targetUri"] == native.uri
    assert derivatives.read(link["originSelectionRange"]) == "soft_gate"
    assert native.read(link["targetSelectionRange"]) == "soft_gate"
    assert native.read(link["targetRange"]).startswith("func: soft_gate(")


def test_definition_of_a_helper(derivatives: OpenText, editor: Editor) -> None:
    (link,) = derivatives.ask("definition", call_helper(derivatives))
    assert link["targetUri"].endswith("/torch/csrc/autograd/FunctionsManual.h")
    assert link["targetSelectionRange"]["start"] == {"line": 2, "character": 7}


def test_definition_of_a_kernel_in_the_checkout(native: OpenText, editor: Editor) -> None:
    source = editor.root / "aten/src/ATen/native/Gate.cpp"
    source.write_text("namespace at { namespace native {\nTensor soft_gate_(Tensor& self) {\n  return self;\n}\n}}\n")
    links = native.ask("definition", "    CPU, CUDA: soft_ga$0te_\n")
    assert [link["targetUri"].rpartition("/")[2] for link in links] == ["Gate.cpp"]
    assert links[0]["targetSelectionRange"]["start"] == {"line": 1, "character": 7}


def test_other_ways_to_go(derivatives: OpenText, native: OpenText) -> None:
    assert derivatives.ask("declaration", ENTRY.replace("soft", "so$0ft"))
    assert derivatives.ask("typeDefinition", "  ga$0te: grad.mul(result)")
    found = derivatives.ask("implementation", ENTRY.replace("soft", "so$0ft"))
    assert {place["uri"] for place in found} >= {native.uri}


def test_references_and_highlights(derivatives: OpenText, native: OpenText) -> None:
    marked = "gate_curve(ga$0te, sharpness)).mul(sharpness)"
    places = derivatives.ask("references", marked, context={"includeDeclaration": True})
    read = {native.uri: native, derivatives.uri: derivatives}
    assert {read[place["uri"]].read(place["range"]) for place in places} == {"gate"}
    assert {place["uri"] for place in places} == set(read)
    here = derivatives.ask("documentHighlight", marked)
    assert {derivatives.read(one["range"]) for one in here} == {"gate"}
    assert {2, 3} >= {one["kind"] for one in here}


def test_call_hierarchy(derivatives: OpenText, editor: Editor) -> None:
    (item,) = derivatives.ask("prepareCallHierarchy", ENTRY.replace("soft", "so$0ft"))
    calls = editor.request("callHierarchy/outgoingCalls", {"item": item})
    (curve,) = [call for call in calls if call["to"]["name"] == "gate_curve"]
    assert {derivatives.read(one) for one in curve["fromRanges"]} == {"gate_curve"}
    back = editor.request("callHierarchy/incomingCalls", {"item": curve["to"]})
    assert [call["from"]["name"] for call in back] == ["soft_gate"]


def test_symbols(derivatives: OpenText, editor: Editor) -> None:
    symbols = derivatives.ask_all("documentSymbol")
    assert symbols[0]["name"] == "soft_gate"
    assert [child["name"] for child in symbols[0]["children"]][-2:] == ["self", "gate"]
    found = editor.request("workspace/symbol", {"query": "sftgt"})
    assert "soft_gate" in [symbol["name"] for symbol in found]
    assert "SoftGateBackward" in [
        symbol["name"] for symbol in editor.request("workspace/symbol", {"query": "SoftGateB"})
    ]


def test_folding_and_selection(derivatives: OpenText) -> None:
    folds = derivatives.ask_all("foldingRange")
    first = derivatives.position(f"$0{ENTRY}")["line"]
    assert {"startLine": first, "endLine": first + 2, "kind": "region"} in folds
    position = derivatives.position("gate_curve(ga$0te, sharpness)).mul(sharpness)")
    (nested,) = derivatives.ask_all("selectionRange", positions=[position])
    texts = []
    while nested is not None:
        texts.append(derivatives.read(nested["range"]))
        nested = nested.get("parent")
    assert texts[0] == "gate"
    assert texts[-1] == derivatives.text
    assert all(inner in outer and inner != outer for inner, outer in itertools.pairwise(texts))


def test_semantic_tokens(derivatives: OpenText, editor: Editor) -> None:
    full = derivatives.ask_all("semanticTokens/full")
    assert len(full["data"]) % 5 == 0
    assert full["data"]
    derivatives.replace("self: grad.mul(gate_curve", "self: grad.div(gate_curve")
    change = derivatives.ask_all("semanticTokens/full/delta", previousResultId=full["resultId"])
    data = list(full["data"])
    for edit in change["edits"]:
        data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    assert data == derivatives.ask_all("semanticTokens/full")["data"]
    unknown = derivatives.ask_all("semanticTokens/full/delta", previousResultId="another")
    assert unknown["data"] == data
    part = derivatives.ask_all("semanticTokens/range", range=derivatives.range(ENTRY))
    assert 0 < len(part["data"]) < len(data)


def test_completion(derivatives: OpenText, editor: Editor) -> None:
    derivatives.replace("self: ring_shift(grad, -offset, axis)", "self: ring_shift(gr, -offset, axis)")
    found = derivatives.ask("completion", "self: ring_shift(gr$0, -offset")
    (item,) = [item for item in found["items"] if item["label"] == "grad"]
    assert derivatives.read(item["textEdit"]["range"]) == "gr"
    assert "data" in item
    resolved = editor.request("completionItem/resolve", item)
    assert resolved["documentation"]["kind"] == "markdown"


def test_signature_help(derivatives: OpenText) -> None:
    found = derivatives.ask("signatureHelp", "span_extent_backward(grads[0], grads[1], spo$0ts")
    signature = found["signatures"][found["activeSignature"]]
    start, end = signature["parameters"][found["activeParameter"]]["label"]
    assert "spots" in signature["label"][start:end]


def test_rename(derivatives: OpenText, native: OpenText) -> None:
    marked = "  ga$0te: grad.mul(result)"
    prepared = derivatives.ask("prepareRename", marked)
    assert prepared["placeholder"] == "gate"
    edit = derivatives.ask("rename", marked, newName="opening")
    changed = {one["textDocument"]["uri"]: one for one in edit["documentChanges"]}
    assert set(changed) == {derivatives.uri, native.uri}
    assert changed[derivatives.uri]["textDocument"]["version"] == 1
    assert {one["newText"] for document in changed.values() for one in document["edits"]} == {"opening"}


def test_rename_is_refused_with_a_reason(derivatives: OpenText) -> None:
    with pytest.raises(Refused, match="self") as refused:
        derivatives.ask("rename", "  ga$0te: grad.mul(result)", newName="self")
    assert refused.value.code == -32803


def test_code_action_mends_a_finding(derivatives: OpenText, editor: Editor) -> None:
    derivatives.replace("  gate: grad.mul(result)", "  gaet: grad.mul(result)")
    (diagnostic,) = derivatives.diagnostics()
    actions = derivatives.ask_all(
        "codeAction", range=diagnostic["range"], context={"diagnostics": [diagnostic], "only": ["quickfix"]}
    )
    (action,) = [action for action in actions if action.get("isPreferred")]
    assert action["diagnostics"][0]["code"] == "unknown-gradient-argument"
    assert "edit" not in action
    resolved = editor.request("codeAction/resolve", action)
    (change,) = resolved["edit"]["documentChanges"]
    assert [(derivatives.read(edit["range"]), edit["newText"]) for edit in change["edits"]] == [("gaet", "gate")]


def test_an_action_on_text_that_is_gone_is_refused(derivatives: OpenText, editor: Editor) -> None:
    derivatives.replace("  gate: grad.mul(result)", "  gaet: grad.mul(result)")
    (diagnostic,) = derivatives.diagnostics()
    actions = derivatives.ask_all("codeAction", range=diagnostic["range"], context={"diagnostics": []})
    derivatives.replace("  gaet: grad.mul(result)", "  gate: grad.mul(result)")
    with pytest.raises(Refused) as refused:
        editor.request("codeAction/resolve", actions[0])
    assert refused.value.code == -32801


def test_code_lens(derivatives: OpenText, editor: Editor) -> None:
    lenses = derivatives.ask_all("codeLens")
    resolved = [editor.request("codeLens/resolve", lens)["command"] for lens in lenses[:3]]
    assert "SoftGateBackward" in [command["title"] for command in resolved]
    shown = [command for command in resolved if command["command"] == "vt-lsp.showPreview"]
    assert shown[0]["arguments"] == [derivatives.uri, "soft_gate"]


def test_inlay_hints(derivatives: OpenText) -> None:
    hints = derivatives.ask_all("inlayHint", range=derivatives.range(ENTRY + "\n  self: "))
    assert ": Tensor" in [hint["label"] for hint in hints]


def test_formatting(derivatives: OpenText) -> None:
    options = {"tabSize": 2, "insertSpaces": True}
    assert derivatives.ask_all("formatting", options=options) == []
    derivatives.replace("  gate: grad.mul(result)", "  gate:   grad.mul(result)")
    edits = derivatives.ask_all("rangeFormatting", range=derivatives.range("gate:   grad"), options=options)
    assert [(derivatives.read(edit["range"]), edit["newText"]) for edit in edits]


def test_document_links_stay_in_the_checkout(derivatives: OpenText, editor: Editor) -> None:
    derivatives.replace(
        "# Only the sizes", "# see torch/csrc/autograd/FunctionsManual.h and ../../../../etc/passwd\n# Only the sizes"
    )
    targets = [link["target"] for link in derivatives.ask_all("documentLink")]
    assert [target for target in targets if target.endswith("FunctionsManual.h")]
    assert not [target for target in targets if "passwd" in target]


def preview(editor: Editor, document: OpenText) -> Any:
    return editor.request("vt-lsp/preview", document.at(ENTRY.replace("soft", "so$0ft")))


def test_preview_follows_the_edits(derivatives: OpenText, editor: Editor) -> None:
    shown = preview(editor, derivatives)
    assert shown["operators"][0] == "soft_gate"
    assert editor.request("workspace/textDocumentContent", {"uri": shown["uri"]})["text"] == shown["text"]
    derivatives.replace("  self: grad.mul(gate_curve", "  self: grad.div(gate_curve")
    assert editor.notifications("workspace/textDocumentContent/refresh") == [{"uri": shown["uri"]}]
    assert "grad.div(" in editor.request("workspace/textDocumentContent", {"uri": shown["uri"]})["text"]
    derivatives.replace("# One formula for three", "# A formula for three")
    assert len(editor.notifications("workspace/textDocumentContent/refresh")) == 1


def test_preview_maps_both_ways(derivatives: OpenText, editor: Editor) -> None:
    shown = preview(editor, derivatives)
    stretch = derivatives.range("grad.mul(gate_curve(gate, sharpness))\n")
    there = editor.request(
        "vt-lsp/previewMap", {"uri": shown["uri"], "textDocument": {"uri": derivatives.uri}, "range": stretch}
    )["sections"]
    assert "derivative" in [section["name"] for section in there]
    section = next(section for section in there if section["name"] == "derivative")
    back = editor.request("vt-lsp/previewMap", {"uri": shown["uri"], "position": section["range"]["start"]})["sections"]
    assert back == [section]
    assert section["reason"]
    assert section["origin"]["uri"] == derivatives.uri


def test_preview_diff_and_commands(derivatives: OpenText, native: OpenText, editor: Editor) -> None:
    where = derivatives.at(ENTRY.replace("soft", "so$0ft"))
    assert editor.request("vt-lsp/previewDiff", where)["text"] == ""
    derivatives.replace("  self: grad.mul(gate_curve", "  self: grad.div(gate_curve")
    assert "+    auto grad_result" in editor.request("vt-lsp/previewDiff", where)["text"]

    def command(name: str, *arguments: Any) -> Any:
        return editor.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    assert command("vt-lsp.preview", derivatives.uri, "soft_gate")["operator"] == "soft_gate"
    assert command("vt-lsp.previewDiff", derivatives.uri, where["position"])["operator"] == "soft_gate"
    assert command("vt-lsp.explain", "unknown-type").startswith("# unknown-type")
    assert command("vt-lsp.otherFile", derivatives.uri) == native.uri
    for wrong in (("vt-lsp.nothing", "x"), ("vt-lsp.explain",), ("vt-lsp.explain", "no-rule")):
        with pytest.raises(Refused) as refused:
            command(*wrong)
        assert refused.value.code == -32602


def test_preview_of_other_texts(derivatives: OpenText, native: OpenText, editor: Editor) -> None:
    old = derivatives.text
    derivatives.replace("  self: grad.mul(gate_curve", "  self: grad.div(gate_curve")
    asked = {"textDocument": {"uri": derivatives.uri}, "operator": "soft_gate"}

    def text(**texts: str) -> str:
        uris = {"derivatives": derivatives.uri, "native": native.uri}
        given = {uris[name]: one for name, one in texts.items()}
        found = editor.request("vt-lsp/previewOfTexts", {**asked, "texts": given})
        assert found["operator"] == "soft_gate"
        return str(found["text"])

    assert text() == editor.request("vt-lsp/preview", asked)["text"]
    assert "grad.mul(gate_curve" in text(derivatives=old)
    assert "derivatives entry" in text(derivatives=old)
    assert "no derivatives entry" in text(derivatives="")
    assert text(native="") == ""
    # What is asked for changes nothing.
    assert "grad.div(gate_curve" in text()


def test_rules(editor: Editor) -> None:
    rules = editor.request("vt-lsp/rules", None)
    assert {"id", "severity", "origin", "summary"} == set(rules[0])
    assert "unknown-type" in [rule["id"] for rule in rules]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("vt-lsp/preview", {}),
        ("vt-lsp/preview", {"textDocument": {"uri": 1}}),
        ("vt-lsp/preview", {"textDocument": {"uri": "x"}, "position": {"line": -1, "character": 0}}),
        ("vt-lsp/preview", {"textDocument": {"uri": "x"}, "operator": 3}),
        ("vt-lsp/preview", None),
        ("vt-lsp/previewMap", {"uri": "file:///x"}),
        ("vt-lsp/previewDiff", []),
        ("vt-lsp/previewOfTexts", {"textDocument": {"uri": "x"}, "texts": {}}),
        ("vt-lsp/previewOfTexts", {"textDocument": {"uri": "x"}, "operator": "x", "texts": {"x": 1}}),
    ],
)
def test_wrong_parameters_of_our_own_methods(editor: Editor, method: str, params: Any) -> None:
    with pytest.raises(Refused) as refused:
        editor.request(method, params)
    assert refused.value.code == -32602


def test_a_document_of_no_pair_has_sensible_answers(editor: Editor) -> None:
    (editor.root / "notes.yaml").write_text("- a: b\n")
    notes = editor.open("notes.yaml")
    for module in MODULES:
        method: str = module.METHOD
        if method.startswith("textDocument/") and not method.startswith("textDocument/did"):
            params: dict[str, Any] = {
                **notes.at("- $0a"),
                "range": notes.range("a: b"),
                "positions": [notes.position("- $0a")],
                "context": {"includeDeclaration": True, "diagnostics": [], "triggerKind": 1, "isRetrigger": False},
                "newName": "x",
                "options": {"tabSize": 2, "insertSpaces": True},
                "previousResultId": "1",
            }
            assert "error" not in editor.answer(method, params), method
