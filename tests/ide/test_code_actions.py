"""Code actions: every edit leaves a pair without new findings."""

from __future__ import annotations

import pytest

from tests.corpora import SOME, corpus_snapshot
from tests.ide.fixtures import Fixture, example, parse
from tests.ide.offers import NATIVE, SOFT_GATE, changed, mistakes, new_mistakes
from tests.rules.pages import Section, all_sections
from vt_core.analysis.findings import FindingEdit, findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.action_values import CodeAction
from vt_core.ide.code_actions import FIX_ALL, code_actions, fix_all, resolve_code_action
from vt_core.ide.native_variants import inplace_schema, out_schema
from vt_core.model.read_schema import read_schema
from vt_core.model.schema_parts import SchemaCache
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

HEAD = f"- name: {SOFT_GATE}\n"


def actions(fixture: Fixture, only: tuple[str, ...] = ()) -> dict[str, CodeAction]:
    """The actions at the cursor by their titles, with their edits."""
    at = Span(fixture.offset, fixture.offset)
    found = code_actions(fixture.snapshot, fixture.file, at, only=only, resolved=True)
    lazily = code_actions(fixture.snapshot, fixture.file, at, only=only)
    assert [action.edits for action in lazily] == [None] * len(found)
    assert [resolve_code_action(fixture.snapshot, action.data) for action in lazily] == [a.edits for a in found]
    return {action.title: action for action in found}


def done(fixture: Fixture, title: str, file: FileRole | None = None) -> str:
    """A file (the cursor's) with an action done, which brings no new finding."""
    edits = actions(fixture)[title].edits
    assert edits is not None
    assert not new_mistakes(fixture, edits)
    return changed(fixture.snapshot, edits)[file or fixture.file]


# Fixes


def test_fixes_of_findings() -> None:
    fixture = parse(NATIVE.replace("function, method", "function, meth$0d"), "[]\n")
    action = next(iter(actions(fixture).values()))
    assert (action.kind, action.preferred, action.data["rule"]) == ("quickfix", True, "unknown-variant")
    assert action.edits is not None
    assert action.finding is not None
    assert not mistakes(new_snapshot(changed(fixture.snapshot, action.edits), DEFAULT))


def test_fixes_only_where_they_are_asked_for() -> None:
    native = "- func: f(Tensor self) -> Tensor\n  variants: methd\n"
    snapshot = parse(native).snapshot
    at = native.index("methd")
    assert code_actions(snapshot, "native_functions", Span(at, at), only=["quickfix"])
    assert not code_actions(snapshot, "native_functions", Span(0, 0), only=["quickfix"])
    assert not code_actions(snapshot, "derivatives", Span(0, 0), only=["quickfix"])
    assert not code_actions(snapshot, "native_functions", Span(at, at), (), only=["quickfix"])
    kinds = {action.kind for action in code_actions(snapshot, "native_functions", Span(0, at), only=["refactor"])}
    assert kinds <= {"refactor.rewrite"}


def test_fix_all_of_a_file() -> None:
    fixture = parse(
        "- func: f(Tensor self) -> Tensor\n  variants: methd$0\n- func: g(Tensor a) -> Tensor\n  variants: functon\n",
        "[]\n",
    )
    (action,) = actions(fixture, (FIX_ALL,)).values()
    assert action.kind == FIX_ALL
    assert action.edits is not None
    assert not mistakes(new_snapshot(changed(fixture.snapshot, action.edits), DEFAULT))
    assert actions(fixture, ("source.fixAll",)).keys() == {action.title}
    assert not code_actions(fixture.snapshot, "derivatives", Span(0, 0), only=["source"])
    assert not actions(parse("- func: f(Tensor self) -> Tensor$0\n"), ("source",))


def test_fixes_that_overlap_are_done_one_after_the_other() -> None:
    snapshot = new_snapshot(example("mistakes"), DEFAULT)
    found = findings(snapshot)
    doubled = [*found, *found]
    for file in ("native_functions", "derivatives"):
        role: FileRole = "native_functions" if file == "native_functions" else "derivatives"
        edits = fix_all(doubled, role)
        assert edits == fix_all(found, role)
        assert all(edit.file == role for edit in edits)
        changed(snapshot, edits)


PAIR_SECTIONS = [section for section in all_sections() if "backend" not in section.texts]


@pytest.mark.parametrize("section", PAIR_SECTIONS, ids=lambda section: f"{section.page}-{section.title[:30]}")
def test_the_fix_of_every_finding_mends_it(section: Section) -> None:
    """On the pages of all rules: the finding is gone, or at least its stretch is no longer wrong for that reason."""
    snapshot = new_snapshot(section.texts, DEFAULT)
    found = findings(snapshot)
    for finding in found:
        if finding.fix is None:
            continue
        offered = code_actions(snapshot, finding.file, finding.span, found, only=["quickfix"], resolved=True)
        action = next(action for action in offered if action.finding == finding)
        assert action.edits == finding.fix.edits == resolve_code_action(snapshot, action.data, found)
        after = new_snapshot(changed(snapshot, finding.fix.edits), DEFAULT)
        assert (finding.rule, finding.message) not in mistakes(after)


# Functions


def test_a_derivatives_entry_for_a_function() -> None:
    fixture = parse(NATIVE.replace("- func: blend", "- func: bl$0end"), f"{HEAD}  self: grad\n")
    assert done(fixture, "Create a derivatives entry for `blend`", "derivatives") == (
        f"{HEAD}  self: grad\n\n"
        "- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor\n"
        "  layers: 'not_implemented_list(\"blend: layers\")'\n"
        "  weights: 'not_implemented(\"blend: weights\")'\n"
    )


def test_a_function_of_others_is_registered_with_its_entry() -> None:
    native = "- func: curve(Tensor self) -> Tensor\n- func: curve_(Tensor(a!) se$0lf) -> Tensor(a!)\n"
    fixture = parse(native)
    title = "Create a derivatives entry for `curve`, and register it as `DefaultBackend`"
    assert done(fixture, title, "derivatives").startswith("- name: curve(Tensor self) -> Tensor\n")
    assert done(fixture, title) == (
        "- func: curve(Tensor self) -> Tensor\n  dispatch:\n    DefaultBackend: curve\n"
        "- func: curve_(Tensor(a!) self) -> Tensor(a!)\n  dispatch:\n    DefaultBackend: curve_\n"
    )


@pytest.mark.parametrize(
    ("derivatives", "expected"),
    [
        ("", "{}\n"),
        ("# Gradients.\n", "# Gradients.\n{}\n"),
        ("# Gradients.", "# Gradients.\n{}\n"),
        ("[]\n", "{}\n"),
        ("- name: a() -> Tensor\n- name: x() -> Tensor\n", "- name: a() -> Tensor\n\n{}\n- name: x() -> Tensor\n"),
        ("- name: x() -> Tensor\n", "- name: x() -> Tensor\n\n{}\n"),
        ("- name: x() -> Tensor", "- name: x() -> Tensor\n\n{}"),
        (
            "- name: x() -> Tensor\n- name: blend.other() -> Tensor\n  # of it\n# of c\n- name: c() -> Tensor\n",
            "- name: x() -> Tensor\n- name: blend.other() -> Tensor\n  # of it\n\n{}\n# of c\n- name: c() -> Tensor\n",
        ),
    ],
)
def test_where_an_entry_goes(derivatives: str, expected: str) -> None:
    entry = (
        "- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor\n"
        "  layers: 'not_implemented_list(\"blend: layers\")'\n"
        "  weights: 'not_implemented(\"blend: weights\")'"
    )
    fixture = parse(NATIVE.replace("- func: blend", "- func: bl$0end"), derivatives)
    edits = actions(fixture)["Create a derivatives entry for `blend`"].edits
    assert edits is not None
    assert changed(fixture.snapshot, edits)["derivatives"] == expected.format(entry)


@pytest.mark.parametrize(
    ("native", "derivatives"),
    [
        (NATIVE.replace("- func: soft", "- func: so$0ft"), f"{HEAD}  self: grad\n"),
        ("- func: f(int $0a) -> Tensor\n", ""),
        ("- func: f.out(Tensor self, *, Tensor(a!) $0out) -> Tensor(a!)\n", ""),
        ("- func: isnan(Tensor $0self) -> Tensor\n  dispatch:\n    CPU: isnan\n", ""),
        ("- func: f(Tensor a|$0, Tensor b) -> Tensor\n  dispatch:\n    CPU: f\n", ""),
    ],
)
def test_no_entry_where_none_is_needed(native: str, derivatives: str) -> None:
    assert not [title for title in actions(parse(native, derivatives)) if title.startswith("Create")]


def test_a_dispatch_section() -> None:
    fixture = parse("- func: curve(Tensor se$0lf) -> Tensor\n  variants: method\n")
    assert done(fixture, "Add a dispatch section: `CPU, CUDA: curve`") == (
        "- func: curve(Tensor self) -> Tensor\n  variants: method\n  dispatch:\n    CPU, CUDA: curve\n"
    )
    for native in (
        NATIVE.replace("- func: soft", "- func: so$0ft"),
        "- func: f(Tensor $0self) -> Tensor\n  structured_delegate: f.out\n",
        "- func: data(Tensor $0self) -> Tensor\n  manual_kernel_registration: True\n",
    ):
        assert not [title for title in actions(parse(native)) if "dispatch section" in title]


@pytest.mark.parametrize(
    ("schema", "inplace", "out"),
    [
        (
            "f(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
            "f_(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
            "f.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
        ),
        (
            "f.Tensor(Tensor self) -> Tensor",
            "f_.Tensor(Tensor(a!) self) -> Tensor(a!)",
            "f.Tensor_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
        ),
        (
            "f(Tensor self) -> (Tensor low, Tensor high)",
            None,
            "f.out(Tensor self, *, Tensor(a!) low, Tensor(b!) high) -> (Tensor(a!) low, Tensor(b!) high)",
        ),
        (
            "f(Tensor low) -> (Tensor, Tensor)",
            None,
            "f.out(Tensor low, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))",
        ),
        (
            "f(Tensor input) -> Tensor",
            None,
            "f.out(Tensor input, *, Tensor(a!) out) -> Tensor(a!)",
        ),
        ("f(Tensor(a) self) -> Tensor(a)", "f_(Tensor(a!) self) -> Tensor(a!)", None),
        ("f(Tensor self) -> Tensor[]", None, None),
        ("f(Tensor self) -> int", None, None),
        ("f(Tensor self, Tensor out) -> Tensor", "f_(Tensor(a!) self, Tensor out) -> Tensor(a!)", None),
        ("f_(Tensor(a!) self) -> Tensor(a!)", None, None),
        ("f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", None, None),
        ("__and__(Tensor self) -> Tensor", None, None),
        (
            "f(*, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
            None,
            None,
        ),
    ],
)
def test_schemas_of_variants(schema: str, inplace: str | None, out: str | None) -> None:
    func, _ = read_schema(schema, DEFAULT.schema, SchemaCache())
    assert func is not None
    assert (inplace_schema(func), out_schema(func)) == (inplace, out)
    for variant in (inplace, out):
        if variant is not None:
            other, faults = read_schema(variant, DEFAULT.schema, SchemaCache())
            assert not faults
            assert other is not None
            assert other.signature == func.signature


def test_variants() -> None:
    native = NATIVE.replace("- func: gate_curve", "- func: gate_cu$0rve")
    below = "- func: gate_curve(Tensor self, Scalar sharpness) -> Tensor\n"
    assert done(parse(native), "Add the in-place variant `gate_curve_`") == NATIVE.replace(
        below, f"{below}\n- func: gate_curve_(Tensor(a!) self, Scalar sharpness) -> Tensor(a!)\n"
    )
    fixture = parse(NATIVE.replace("- func: soft_gate(", "- func: soft_gate$0("), f"{HEAD}  self: grad\n")
    after = done(fixture, "Add the out variant `soft_gate.out`")
    entry = (
        "    CPU, CUDA: soft_gate_\n\n"
        "- func: soft_gate.out(Tensor self, Tensor gate, *, Scalar sharpness=1, Tensor(a!) out) -> Tensor(a!)\n"
        "  dispatch:\n    CPU, CUDA: soft_gate_out\n\n"
    )
    assert after == NATIVE.replace("    CPU, CUDA: soft_gate_\n\n", entry)
    assert "Add the in-place variant `soft_gate_`" not in actions(fixture)


def test_a_variant_takes_over_what_holds_for_it() -> None:
    native = (
        "- func: curve(Tensor $0self) -> Tensor\n  variants: function, method\n  python_module: nn\n"
        "  device_guard: False\n  dispatch:\n    CPU: curve_cpu\n    SparseCPU: curve_sparse\n"
    )
    assert done(parse(native), "Add the in-place variant `curve_`").endswith(
        "\n- func: curve_(Tensor(a!) self) -> Tensor(a!)\n  variants: function, method\n  device_guard: False\n"
        "  python_module: nn\n  dispatch:\n    CPU: curve_cpu_\n    SparseCPU: curve_sparse_\n"
    )
    assert done(parse(native), "Add the out variant `curve.out`").endswith(
        "  device_guard: False\n  python_module: nn\n"
        "  dispatch:\n    CPU: curve_out_cpu\n    SparseCPU: curve_out_sparse\n"
    )


# Entries


def test_the_exact_schema() -> None:
    native = NATIVE + "- func: soft_gate.wide(Tensor self, int width) -> Tensor\n"
    fixture = parse(native, "- name: soft_gate(Tensor self, Tensor gate$0) -> Tensor\n  gate: grad\n")
    titles = [title for title in actions(fixture) if "schema" in title]
    assert titles == ["Copy the schema of `soft_gate`", "Use the schema of `soft_gate.wide`"]
    assert done(fixture, titles[0]) == f"{HEAD}  gate: grad\n"
    assert not [title for title in actions(parse(native, f"{HEAD}  self: gr$0ad\n")) if "schema" in title]
    broken = parse(native, "- name: 'soft_gate(Tensor $0self\n  self: grad\n")
    assert actions(broken)["Use the schema of `soft_gate`"].edits == (
        FindingEdit("derivatives", Span(8, 30), SOFT_GATE),
    )


def test_missing_formulas() -> None:
    fixture = parse(NATIVE, f"{HEAD}  self: gr$0ad\n")
    assert done(fixture, "Add a formula for `gate`") == (
        f"{HEAD}  self: grad\n  gate: 'not_implemented(\"soft_gate: gate\")'\n"
    )
    assert not [title for title in actions(parse(NATIVE, f"{HEAD}  self, gate: f(gr$0ad)\n")) if "Add" in title]


@pytest.mark.parametrize(
    ("joint", "split"),
    [
        (
            "f(grad, grad_input_mask)",
            (
                "  self: std::get<0>(f(grad, std::array<bool,2>{{true, false}}))\n"
                "  gate: std::get<1>(f(grad, std::array<bool,2>{{false, true}}))\n"
            ),
        ),
        ("std::make_tuple(grad * gate, g(grad, 1))", "  self: grad * gate\n  gate: g(grad, 1)\n"),
        ("std::tuple<Tensor, Tensor>(grad, gate)", "  self: grad\n  gate: gate\n"),
        ("non_differentiable", "  self: non_differentiable\n  gate: non_differentiable\n"),
        (
            '"grad.defined() ? f(grad) : std::tuple<Tensor, Tensor>()"',
            (
                "  self: 'std::get<0>(grad.defined() ? f(grad) : std::tuple<Tensor, Tensor>())'\n"
                "  gate: 'std::get<1>(grad.defined() ? f(grad) : std::tuple<Tensor, Tensor>())'\n"
            ),
        ),
        ("f(grad,\n    gate)", "  self: std::get<0>(f(grad, gate))\n  gate: std::get<1>(f(grad, gate))\n"),
    ],
)
def test_a_joint_key_is_split(joint: str, split: str) -> None:
    for marked in ("se$0lf, gate", "self, gate"):
        text = f"{HEAD}  {marked}: {joint}\n" if "$0" in marked else f"{HEAD}  {marked}: $0{joint}\n"
        assert done(parse(NATIVE, text), "Split `self, gate` into a formula for each") == HEAD + split


def test_what_cannot_be_split() -> None:
    for text in (
        f"{HEAD}  se$0lf: grad\n",
        f"{HEAD}  self, sel$0f: f(grad)\n",
        f"- {{name: '{SOFT_GATE}', 'self, $0gate': f}}\n",
    ):
        assert not [title for title in actions(parse(NATIVE, text)) if title.startswith("Split")]


@pytest.mark.parametrize(
    ("single", "joint"),
    [
        ("  self: grad * gate\n  gate: g(grad)\n", "std::make_tuple(grad * gate, g(grad))"),
        (
            ("  self: std::get<0>(f(grad, std::array<bool,2>{{true, false}}))\n"
            "  gate: std::get<1>(f(grad, std::array<bool,2>{{false, true}}))\n"),
            "f(grad, grad_input_mask)",
        ),
        ("  self: std::get<0>(f(grad))\n  gate: std::get<1>(g(grad))\n",
         "std::make_tuple(std::get<0>(f(grad)), std::get<1>(g(grad)))"),
        ("  self: 'a ? grad : gate'\n  gate: grad\n", "'std::make_tuple(a ? grad : gate, grad)'"),
    ],
)  # fmt: skip
def test_single_keys_are_joined(single: str, joint: str) -> None:
    fixture = parse(NATIVE, f"{HEAD}$0{single}")
    assert done(fixture, "Join `self`, `gate` into one formula") == f"{HEAD}  self, gate: {joint}\n"


def test_what_cannot_be_joined() -> None:
    for formulas in (
        "  self: $0grad\n",
        "  self: $0grad\n  gate: non_differentiable\n",
        "  self: $0self.strides()\n  gate: grad\n",
    ):
        assert not [title for title in actions(parse(NATIVE, HEAD + formulas)) if title.startswith("Join")]


def test_actions_of_another_time() -> None:
    fixture = parse(NATIVE, f"{HEAD}  self: gr$0ad\n")
    action = actions(fixture)["Add a formula for `gate`"]
    moved = edited(fixture.snapshot, "derivatives", Span(0, 0), "# moved\n")
    (edit,) = resolve_code_action(moved, action.data) or ()
    assert edit.span.start == len(HEAD) + len("  self: grad# moved\n")
    later = edited(fixture.snapshot, "derivatives", Span(0, 0), "# moved\n" * 19)
    assert resolve_code_action(later, action.data) is None
    for data in ({}, {"action": "fix"}, {"action": "fix", "start": "3"}, {"action": "no-such", "start": "0"}):
        assert resolve_code_action(fixture.snapshot, data) is None


# Everywhere


def every_edit(snapshot: Snapshot, file: FileRole, step: int) -> int:
    """Do each action of the entries of a file, and look whether anything is wrong afterwards; how many were done."""
    document = snapshot.document(file)
    before, count = mistakes(snapshot), 0
    for block, start in list(zip(document.blocks, document.starts))[::step]:
        for placed in block.placed:
            for key, _ in placed.entry.fields.values():
                at = Span(start + key.start, start + key.start)
                for action in code_actions(snapshot, file, at, (), resolved=True):
                    after = snapshot
                    assert action.edits is not None
                    for edit in sorted(action.edits, key=lambda edit: (edit.file, edit.span), reverse=True):
                        after = edited(after, edit.file, edit.span, edit.text)
                    assert not mistakes(after) - before, (action.title, action.edits)
                    count += 1
    return count


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_no_action_brings_a_mistake(name: str) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    assert every_edit(snapshot, "native_functions", 1) > 20
    assert every_edit(snapshot, "derivatives", 1) > 3


@pytest.mark.parametrize("name", SOME)
def test_no_action_brings_a_mistake_in_a_release(name: str) -> None:
    snapshot = corpus_snapshot(name)
    assert every_edit(snapshot, "native_functions", 17) > 50
    assert every_edit(snapshot, "derivatives", 7) > 50
