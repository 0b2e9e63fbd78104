"""What editors are told of pairs of family 2.x beyond what 1.8 has."""

from __future__ import annotations

import pytest

from tests.ide.family_2_x import DERIVATIVES, DIALECT, NATIVE, TAGS, TEXTS, at
from tests.ide.navigation import shown
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.ide.code_actions import code_actions
from vt_core.ide.code_lens import code_lenses, resolve_lens
from vt_core.ide.completion import complete
from vt_core.ide.goto import definition
from vt_core.ide.highlight import highlights
from vt_core.ide.hover import hover
from vt_core.ide.inlay_hints import inlay_hints
from vt_core.ide.preview import find_operators
from vt_core.ide.preview_map import operators_at, preview_document
from vt_core.ide.references import references
from vt_core.ide.rename import rename, renamed
from vt_core.ide.rename_plan import Refusal
from vt_core.ide.semantic_tokens import tokens_in
from vt_core.ide.signature_help import signature_help
from vt_core.ide.symbols import document_symbols
from vt_core.ide.targets import Target
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return new_snapshot(TEXTS, DIALECT)


def test_the_pair_is_right(snapshot: Snapshot) -> None:
    assert [finding for finding in findings(snapshot) if finding.severity != "hint"] == []


def card(file: FileRole, where: str) -> str:
    fixture = at(file, where)
    found = hover(fixture.snapshot, file, fixture.offset)
    return "" if found is None else found.markdown


@pytest.mark.parametrize(
    ("file", "where", "said"),
    [
        ("derivatives", "  re|sult: self_t", "tangent of an output of `sway`, `Tensor`, in forward mode"),
        ("derivatives", "  re|sult: self_t", "**Runs** if one of `self`, `other` has a tangent"),
        ("derivatives", "  re|sult: self_t", "**Reads the values** of `self`, `other`"),
        ("derivatives", "re|sult: auto_linear", "it is called with the tangents: `self_t.window_symint(size)`"),
        ("derivatives", "  val|ues: peak", "tangent of an output of `peak`"),
        ("derivatives", "other_p + ot|her_t", "the tangent of the argument `other` of `sway`"),
        ("derivatives", "se|lf_p\n", "the value of the argument `self` of `sway`"),
        ("derivatives", "grad_va|lues", "the gradient of the output `values`"),
        ("derivatives", "dis|patch:", "Formulas by autograd key"),
        ("derivatives", "Def|ault:", "Backward node `WindowBackward0`"),
        ("derivatives", "AutogradNes|tedTensor:", "Backward node `WindowBackwardAutogradNestedTensor0`"),
        ("derivatives", "se|lf: nested_window", "**Edge** of `WindowBackwardAutogradNestedTensor0`: number 0"),
        ("derivatives", "se|lf: nested_window", "`self`: the whole tensor"),
        ("derivatives", "se|lf: grad.window", "`self_sym_sizes = self.sym_sizes()`"),
        ("derivatives", "auto_|linear", "Not a formula"),
        ("derivatives", "- name: win|dow(", "`WindowBackward0` (`Default`), `WindowBackwardAutogradNestedTensor0`"),
        ("native_functions", "[ca|lm,", "**`calm`**: It does not make waves."),
        ("tags", "- tag: ca|lm", "1 function has it"),
        ("native_functions", "autogen: sway|.out", "**Generated** beside `sway_`"),
        ("native_functions", "- func: swa|y(", "**Forward mode**: `result` from `self_t * other_p"),
        ("native_functions", "- func: sway|_(", "**Forward mode**: `self` from `self_t_raw.defined()"),
        ("native_functions", "- func: peak|(", "**Saves**"),
        ("native_functions", "- func: window_|copy(", "that of `window`, the view that it copies"),
        ("native_functions", "- func: _foreach_|sway(", "that of `sway`, which it does to each tensor"),
        ("native_functions", "device|_check: NoCheck\n  variants", "one device"),
    ],
)
def test_hover(file: FileRole, where: str, said: str) -> None:
    assert said in card(file, where)


def gone_to(file: FileRole, where: str) -> list[str]:
    fixture = at(file, where)
    links = definition(fixture.snapshot, file, fixture.offset)
    targets = [link.target for link in links]
    return [shown(fixture.snapshot, one.file, one.selection) for one in targets if isinstance(one, Target)]


@pytest.mark.parametrize(
    ("file", "where", "targets"),
    [
        ("derivatives", "other_p + ot|her_t", ["native:1:34 other"]),
        ("derivatives", "  re|sult: self_t", ["native:1:44 Tensor"]),
        ("derivatives", "  val|ues: peak", ["native:14:47 values"]),
        ("derivatives", "grad_va|lues", ["native:14:47 values"]),
        ("derivatives", "nested_window(gr|ad", ["native:18:50 Tensor(a)"]),
        ("native_functions", "[ca|lm,", ["tags:1:8 calm"]),
        ("native_functions", "autogen: sway|.out", ["native:8:9 sway_"]),
    ],
)
def test_definition(file: FileRole, where: str, targets: list[str]) -> None:
    assert gone_to(file, where) == targets


def test_references() -> None:
    fixture = at("derivatives", "ot|her: grad * self")
    found = references(fixture.snapshot, "derivatives", fixture.offset).places
    assert [shown(fixture.snapshot, one.file, one.span) for one in found if one.file == "derivatives"] == [
        "derivatives:1:34 other",
        "derivatives:2:16 other",
        "derivatives:3:3 other",
        "derivatives:4:20 other",
        "derivatives:4:30 other",
    ]
    fixture = at("tags", "- tag: ca|lm")
    places = [shown(fixture.snapshot, one.file, one.span) for one in references(fixture.snapshot, "tags", 8).places]
    assert places == ["native:6:10 calm", "tags:1:8 calm"]
    fixture = at("derivatives", "grad.window(se|lf")
    marks = highlights(fixture.snapshot, "derivatives", fixture.offset)
    assert [shown(fixture.snapshot, "derivatives", mark.span) for mark in marks] == [
        "derivatives:11:26 self",
        "derivatives:14:7 self",
        "derivatives:14:25 self",
        "derivatives:17:7 self",
        "derivatives:17:33 self",
    ]


def texts_after(file: FileRole, where: str, new: str) -> Snapshot:
    fixture = at(file, where)
    edits = rename(fixture.snapshot, file, fixture.offset, new)
    assert not isinstance(edits, Refusal), edits
    after = renamed(fixture.snapshot, edits)
    assert not [finding for finding in findings(after) if finding.severity != "hint"]
    return after


def test_rename_reaches_tangents_and_values() -> None:
    after = texts_after("derivatives", "ot|her: grad * self", "push")
    assert "result: self_t * push_p + push_t * self_p" in after.derivatives.text
    assert "sway_(Tensor(a!) self, Tensor push)" in after.native.text
    assert texts_after("derivatives", "other_p + ot|her_t", "push").derivatives.text == after.derivatives.text


def test_rename_reaches_gradients_by_name() -> None:
    after = texts_after("derivatives", "  val|ues: peak", "tops")
    assert "self: peak_backward(grad_tops, self, spots)\n  tops: peak_forward" in after.derivatives.text


def test_rename_reaches_generated_names() -> None:
    fixture = at("native_functions", "- func: pe|ak(")
    edits = rename(fixture.snapshot, "native_functions", fixture.offset, "summit")
    assert not isinstance(edits, Refusal)
    fixture = at("native_functions", "- func: swa|y(")
    refused = rename(fixture.snapshot, "native_functions", fixture.offset, "push")
    assert isinstance(refused, Refusal)  # `_foreach_sway` takes its formulas by the name


def test_no_argument_may_be_called_like_a_tangent() -> None:
    fixture = at("derivatives", "ot|her: grad * self")
    for new in ("self_t", "self_p", "ks", "original_self"):
        assert isinstance(rename(fixture.snapshot, "derivatives", fixture.offset, new), Refusal)


def offered(file: FileRole, where: str, new: str) -> list[str]:
    fixture = at(file, where, new)
    found = complete(fixture.snapshot, file, fixture.offset)
    return [item.label for item in sorted(found.items, key=lambda item: item.sort)]


@pytest.mark.parametrize(
    ("where", "new", "labels"),
    [
        ("result: self_t * other_p + other_t * self_p|", "\n  ", ["output_differentiability", "dispatch"]),
        ("values: peak_forward(self_t, spots)|", "\n  ", ["dispatch"]),
        ("self: grad.window(self.sym_sizes())|", "\n      ", []),
        ("self: nested_window(grad, self)|", "\n      ", ["result"]),
        ("self: nested_window(grad, self)|", "\n    ", ["AutogradCPU"]),
        ("  dispatch:|", "\n    ", ["AutogradCPU"]),
        ("  result: |self_t", "", ["self_t", "other_t", "self_p", "other_p"]),
        ("self: nested_window(grad, self)|", "\n      result: auto", ["auto_linear", "auto_element_wise"]),
        ("self: peak_backward(|grad_values", "gr", ["grad", "grad_values"]),
        ("self: nested_window(|grad, self)", "", ["grad", "self"]),
    ],
)
def test_completion_in_derivatives(where: str, new: str, labels: list[str]) -> None:
    found = offered("derivatives", where, new)
    assert found[: len(labels)] == labels
    assert "Default" not in found


@pytest.mark.parametrize(
    ("where", "labels"),
    [
        ("tags: [calm, |pointwise]", ["nondeterministic_seeded", "pointwise", "view_copy"]),
        ("device_check: |NoCheck\n  variants", ["NoCheck", "ExactSame"]),
        ("autogen: |sway.out", ["sway.out"]),
    ],
)
def test_completion_of_fields(where: str, labels: list[str]) -> None:
    assert offered("native_functions", where, "") == labels


def test_nothing_is_completed_in_tags() -> None:
    assert offered("tags", "- tag: calm|", "") == []


def test_signatures_inside_of_a_section() -> None:
    fixture = at("derivatives", "grad.window(|self")
    found = signature_help(fixture.snapshot, "derivatives", fixture.offset)
    assert found is not None
    assert found.signatures[0].label == "at::Tensor window(c10::SymIntArrayRef size)"


def test_lenses_and_hints(snapshot: Snapshot) -> None:
    titles = [resolve_lens(snapshot, lens.data) for lens in code_lenses(snapshot, "derivatives")]
    shown_titles = [found.title for found in titles if found is not None]
    assert shown_titles[:2] == ["3 functions", "SwayBackward0"]
    assert "WindowBackward0, WindowBackwardAutogradNestedTensor0" in shown_titles
    hints = inlay_hints(snapshot, "derivatives", Span(0, len(DERIVATIVES)))
    labels = [hint.label for hint in hints]
    assert (
        labels
        == [
            *["SwayBackward0", ": Tensor", ": Tensor", ": Tensor", "PeakBackward0", ": Tensor", ": Tensor"],
            *["WindowBackward0", "WindowBackwardAutogradNestedTensor0", ": Tensor", ": Tensor(a)", ": Tensor"],
        ]
        or labels.count(": Tensor") == 8
    )
    assert not code_lenses(snapshot, "tags")


def test_previews(snapshot: Snapshot) -> None:
    for name in ("sway", "sway_", "sway.out", "peak", "window", "window_copy", "_foreach_sway"):
        (matched,) = [one for one in find_operators(snapshot, name) if one.function.func.name.text == name]
        document = preview_document(snapshot, matched)
        assert document.operator == name
        assert all(section.reason for section in document.sections if section.name != "declaration")
    sections = preview_document(snapshot, find_operators(snapshot, "sway_")[0]).sections
    files = dict.fromkeys([section.file.rstrip("0123456789.cph") for section in sections])
    assert list(files) == ["VariableType_", "ADInplaceOrViewType_", "Functions"]


def test_what_an_entry_reaches(snapshot: Snapshot) -> None:
    reached = [
        [one.function.func.name.text for one in operators_at(snapshot, "derivatives", DERIVATIVES.index(where))]
        for where in ("sway(", "window(")
    ]
    assert reached == [["sway", "sway_", "_foreach_sway"], ["window", "window_copy"]]


def test_symbols_and_tokens_of_tags(snapshot: Snapshot) -> None:
    assert [symbol.name for symbol in document_symbols(snapshot, "tags")][:2] == ["calm", "pointwise"]
    tokens = [(TAGS[token.start : token.end], token.type) for token in tokens_in(snapshot, "tags")]
    assert tokens[:3] == [("tag", "property"), ("calm", "enumMember"), ("desc", "property")]
    sections = document_symbols(snapshot, "derivatives")[2].children
    assert [child.name for child in sections[-1].children] == ["Default", "AutogradNestedTensor"]


def test_joining_leaves_forward_formulas_alone() -> None:
    fixture = at("derivatives", "se|lf: grad * other")
    actions = code_actions(fixture.snapshot, "derivatives", Span(fixture.offset, fixture.offset), resolved=True)
    (joined,) = [action for action in actions if action.title.startswith("Join")]
    assert joined.title == "Join `self`, `other` into one formula"


def test_of_a_release_without_them() -> None:
    """1.8 knows neither tangents nor sections: the same words are names that nobody gives."""
    from vt_core.dialects.registry import DEFAULT

    plain = new_snapshot({"native_functions": NATIVE, "derivatives": DERIVATIVES}, DEFAULT)
    found = hover(plain, "derivatives", DERIVATIVES.index("other_t *"))
    assert found is not None
    assert "tangent" not in found.markdown
