"""Hover: cards for everything that stands in the pair, half typed or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.corpora import SOME, corpus_snapshot
from tests.ide.fixtures import example, parse, prefixes
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.detection import Detection
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.helpers_index import read_helpers
from vt_core.ide.hover import hover
from vt_core.ide.hover_card import ALONE, HoverCard, Surroundings
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")

NATIVE = """\
- func: sway(Tensor self, Tensor other, int[2] steps, *, float reach=0.5) -> Tensor
  variants: function, method
  dispatch:
    CPU: sway_cpu
    CUDA: sway_cuda
- func: sway_(Tensor(a!) self, Tensor other, int[2] steps, *, float reach=0.5) -> Tensor(a!)
  variants: method
  dispatch:
    CPU, CUDA: sway_
- func: blend(Tensor[] layers, Tensor? mask=None) -> (Tensor low, Tensor spots)
  dispatch:
    CPU: blend
- func: made(Tensor self) -> Tensor
- func: lent(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, \
bool? pin_memory=None) -> Tensor(a)
- func: kept(Tensor self) -> Tensor
  dispatch:
    CPU: kept
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other, int[2] steps, *, float reach=0.5) -> Tensor
  self: sway_helper(grad, other.sizes()) * other
  other: grad * self * result
- name: blend(Tensor[] layers, Tensor? mask=None) -> (Tensor low, Tensor spots)
  output_differentiability: [True, False]
  layers, mask: made(grad).expand(steps) + blend_both(layers, spots, grad_input_mask)
"""


def card(native: str = NATIVE, derivatives: str = DERIVATIVES, known: Surroundings = ALONE) -> HoverCard:
    """The card at the cursor."""
    fixture = parse(native, derivatives)
    found = hover(fixture.snapshot, fixture.file, fixture.offset, known)
    assert found is not None
    assert found.span.start <= fixture.offset <= found.span.end
    return found


def of(marked: str, known: Surroundings = ALONE) -> str:
    """The words of the card where a piece of one of the two files, marked by `$0`, stands for the first time."""
    plain = marked.replace("$0", "")
    assert (plain in NATIVE) != (plain in DERIVATIVES), f"{plain!r} is in no or in both files"
    if plain in NATIVE:
        return card(NATIVE.replace(plain, marked, 1), DERIVATIVES, known).markdown
    return card(NATIVE, DERIVATIVES.replace(plain, marked, 1), known).markdown


def cpp(markdown: str) -> str:
    found = re.search(r"```cpp\n(.*?)\n```", markdown, re.DOTALL)
    assert found is not None
    return found[1]


# Operators


def test_operator_with_its_own_entry() -> None:
    words = of("- name: sw$0ay(")
    assert "its own (same schema); backward node `SwayBackward`" in words
    assert "`use_derived`: it has kernels of its own and formulas" in words
    assert "`CPU` → `sway_cpu`; `CUDA` → `sway_cuda`" in words
    assert "- **Shares the entry** with `sway_`" in words
    assert "**Differentiable outputs**: `result`\n" in words
    code = cpp(words)
    assert "Tensor sway(const Tensor & self, const Tensor & other, IntArrayRef steps, double reach) ;" in code
    assert 'm.impl("sway",' in code
    assert "struct TORCH_API SwayBackward : public TraceableFunction {" in code
    assert "variable_list SwayBackward::apply(variable_list&& grads) {" in code
    assert words.index("**Saves**") < words.index("```cpp")


def test_what_a_node_saves_with_its_cost() -> None:
    words = of("- name: sw$0ay(")
    assert "`other_sizes = other.sizes()`: a plain value (`std::vector<int64_t>`) in place of the tensor" in words
    assert (
        "- `other`: the whole tensor, for the formula of `self`; saved only if the gradient of `self` is asked" in words
    )
    assert "- `result`: the output as a whole tensor, for the formula of `other`" in words
    assert "- `self`: a copy of the whole tensor (the call overwrites it), for the formula of `other`" in of(
        "func: swa$0y_("
    )


def test_operator_that_inherits_its_entry() -> None:
    words = of("func: sway$0_(")
    assert "inherited from `sway` (same signature" in words
    assert "**In place**: `self` gets a new version" in words
    assert "check_inplace(self, _any_requires_grad);" in cpp(words)


def test_operators_without_a_formula() -> None:
    made = of("- func: $0made(")
    assert "**Derivatives entry**: none" in made
    assert "`use_type`: it is made of other operators" in made
    assert cpp(made) == "// VariableType.h\nTensor made(const Tensor & self) ;"
    kept = of("func: kept$0(")
    assert "no formula: differentiating it fails (`NotImplemented`)" in kept


def test_outputs_that_are_not_differentiable() -> None:
    assert "**Differentiable outputs**: `low`; not `spots` (`output_differentiability`)" in of("name: blend$0(")


def test_long_text_is_cut_with_a_note() -> None:
    long = (
        "- func: wi$0de(" + ", ".join([f"Tensor t{at}" for at in range(40)]) + ") -> Tensor\n  dispatch:\n    CPU: w\n"
    )
    assert "// … debug checks" in card(long, "").markdown
    found = card(long.replace("(", f"({'Tensor[] more, ' * 50}", 1), "")
    assert found.cut
    assert found.operator == "wide"
    assert re.search(r"// … \d+ more lines", found.markdown)
    assert re.search(r"`…`: \d+ lines are left out here; \*Show generated C\+\+\* has them all\.$", found.markdown)
    assert found.markdown.count("\n") < 130
    short = card("- func: na$0rrow(Tensor self) -> Tensor\n", "")
    assert not short.cut
    assert "…" not in short.markdown


def test_structured_delegate() -> None:
    native = """\
- func: fold(Tensor self) -> Tensor
  structured_delegate: fold.o$0ut
- func: fold.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: fold_out_cpu
"""
    assert "**Dispatch**: structured kernels `CPU` → `fold_out_cpu`" in card(native, "").markdown
    whole = native.replace("$0", "")
    words = card(whole.replace("func: fold(", "func: f$0old("), "").markdown
    assert "the structured kernels of `fold.out`: `CPU` → `fold_out_cpu`" in words
    assert "there is no such overload" in card(whole.replace("fold.out\n", "fold.o$0t\n", 1), "").markdown


def test_views_and_functions_that_need_no_derivative() -> None:
    view = "- func: squee$0ze(Tensor(a) self) -> Tensor(a)\n  dispatch:\n    CPU: squeeze\n"
    assert "**View**: what it returns shares the storage of `self`" in card(view, "").markdown
    listed = "- func: zeros$0_like(Tensor self) -> Tensor\n  dispatch:\n    CPU: z\n"
    assert "none, for the generator lists it as one that needs no derivative" in card(listed, "").markdown
    number = "- func: cou$0nt(Tensor self) -> int\n  dispatch:\n    CPU: count\n"
    assert "none, for it returns no tensor" in card(number, "").markdown


def test_entries_of_the_same_schema() -> None:
    twice = "- name: made(Tensor self) -> Tensor\n  self: grad\n"
    native = "- func: made(Tensor self) -> Tensor\n  dispatch:\n    CPU: made\n"
    first = card(native, twice.replace("made", "ma$0de") + twice).markdown
    assert "**Not used**: a later entry of the same function is what `made` takes" in first
    assert "MadeBackward0::apply" in cpp(first)
    assert "MadeBackward1::apply" in cpp(card(native, twice + twice.replace("made", "ma$0de")).markdown)


def test_what_the_generator_refuses_is_said() -> None:
    words = card(
        "- func: made(Tensor self) -> Tensor\n", "- name: ma$0de(Tensor self) -> Tensor\n  self: grad\n"
    ).markdown
    assert "**The generator refuses it**: derivatives.yaml has a formula for `made`, but it has no dispatch" in words
    assert "MadeBackward" in cpp(words)


def test_operators_that_cannot_be_read() -> None:
    broken = card("- func: br$0oken(Tensor self) -> Tensor\n  variants: methd\n", "").markdown
    assert "**The generator refuses it**: `methd` of `broken` is no variant" in broken
    assert cpp(broken) == "// VariableType.h\nTensor broken(const Tensor & self) ;"
    assert "no type of schemas" in card("- func: br$0oken(Tnsor self) -> Tensor\n", "").markdown
    other = card(NATIVE, "- name: mad$0e(Tensor other) -> Tensor\n").markdown
    assert "no function has exactly this schema. Declared are:\n\n- `made(Tensor self) -> Tensor`" in other
    assert "declares no operator `maid`" in card(NATIVE, "- name: mai$0d(Tensor self) -> Tensor\n").markdown


def test_a_release_that_is_only_near() -> None:
    near = Surroundings(detection=Detection(DEFAULT, "version.txt", "2.9.0", False))
    assert f"**Not exact**: the checkout is `2.9.0`; what is said here is what {DEFAULT.release}'s" in of(
        "name: s$0way(", near
    )
    exact = Surroundings(detection=Detection(DEFAULT, "version.txt", DEFAULT.release, True))
    assert "Not exact" not in of("name: s$0way(", exact)


# Gradient keys


def test_gradient_key() -> None:
    words = of("  othe$0r: grad * self")
    assert "**`other`**: gradient of an argument of `sway`, `Tensor`, in C++ `const Tensor &`" in words
    assert "**Edge** of `SwayBackward`: number 1" in words
    assert "**Runs** if the gradient is asked for: `should_compute_output({ other_ix })`" in words
    assert "**Undefined** where no gradient of an output is defined" in words
    assert "  - `self`: the whole tensor" in words
    assert "copy_range(grad_inputs, other_ix, grad_result);" in cpp(words)


def test_joint_gradient_key_with_a_list() -> None:
    layers, mask = of("  la$0yers, mask: made"), of("  layers, ma$0sk: made")
    assert "**Edges** of `BlendBackward` from number 0 on, one for each tensor (`layers_size_`)" in layers
    assert "**Joint formula** of `layers`, `mask`: this is `std::get<0>`" in layers
    assert "**Edge** of `BlendBackward`: behind those of the list `layers`" in mask
    assert "**Asked for** if `grad_input_mask[1]`" in mask
    assert "Undefined" not in layers
    assert "`layers`: every tensor of the list, whole" in layers


def test_entries_whose_formulas_are_for_nothing() -> None:
    words = card(
        "- func: made(Tensor self) -> Tensor\n", "- name: ma$0de(Tensor self) -> Tensor\n  other: grad\n"
    ).markdown
    assert "its formulas are for no argument, so there is no node" in words
    marked = "- name: ma$0de(Tensor self) -> Tensor\n  self: non_differentiable\n"
    assert "it has no formula, so there is no node" in card("- func: made(Tensor self) -> Tensor\n", marked).markdown


def test_out_variants() -> None:
    native = "- func: made.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  dispatch:\n    CPU: made_out\n"
    native += "- func: made(Tensor self) -> Tensor\n  dispatch:\n    CPU: made\n"
    derivatives = "- name: made(Tensor self) -> Tensor\n  self: grad * self\n"
    words = card(native.replace("made.", "ma$0de.", 1), derivatives).markdown
    assert "**Saves** nothing: an out variant is not differentiated" in words
    assert "**Out variant**: fails if an argument requires grad" in words
    assert "Differentiable outputs" not in words


def test_lists_of_outputs_and_arguments() -> None:
    native = "- func: cut(Tensor[] self) -> Tensor[]\n  dispatch:\n    CPU: cut\n"
    derivatives = "- name: cu$0t(Tensor[] self) -> Tensor[]\n  self: glue(grads, to_args_sizes(self))\n"
    words = card(native, derivatives).markdown
    assert "**Differentiable outputs**: `result`\n" in words
    assert "in place of the tensors of the list" in words


def test_gradient_keys_that_are_none() -> None:
    derivatives = "- name: made(Tensor self) -> Tensor\n  ot$0her: grad\n"
    assert "no argument of `made`. Those that can be differentiated: `self`" in card(NATIVE, derivatives).markdown
    derivatives = "- name: sway(Tensor self, Tensor other, int[2] steps, *, float reach=0.5) -> Tensor\n  self: grad\n"
    words = card(NATIVE, derivatives + "  oth$0er: non_differentiable\n").markdown
    assert "non-differentiable: it has no edge" in words
    assert "that native_functions.yaml does not declare" in card("", "- name: a() -> ()\n  se$0lf: grad\n").markdown


# Schemas


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("func: blend(Ten$0sor[] layers", ["**`Tensor[]`**: a list of `Tensor`", "C++ argument type: `TensorList`"]),
        (
            "Ten$0sor? mask=None) -> (Tensor low, Tensor spots)\n  dispatch",
            ["`const c10::optional<Tensor> &`", "or `None`"],
        ),
        ("blend(Tensor[] layers, Tensor? mask=No$0ne) -> (Tensor low, Tensor spots)\n  dispatch", ["C++ writes `{}`"]),
        ("Tensor sp$0ots)\n  dispatch", ["output 2", "formulas call it `spots`", "not differentiable"]),
        ("Tensor lo$0w, Tensor spots)\n  dispatch", ["its gradient is `grad`"]),
        ("lent(Tensor(a$0) self", ["may share memory", "`lent` is not in its list of views"]),
        ("sway_(Tensor(a$0!) self", ["changed in place", "the same set as the output `result`"]),
        ("-> Tensor(a$0!)\n", ["an argument that is changed in place", "the same set as `self`: returned itself"]),
        ("ScalarType? dt$0ype", ["one of the four that C++ takes together as `TensorOptions options`"]),
        ("dtype=No$0ne", ["within `TensorOptions options={}`"]),
        ("func: made(Tensor se$0lf)", ["argument 1", "in C++ `const Tensor & self`"]),
    ],
)
def test_schema_parts(marked: str, expected: list[str]) -> None:
    words = of(marked)
    for part in expected:
        assert part in words


def test_schema_parts_of_an_entry() -> None:
    words = of("name: sway(Tensor self, Tensor ot$0her")
    assert "- gradient: `grad * self * result`" in words
    assert "- saved: `other_sizes = other.sizes()`: a plain value" in words
    assert "in Python, one `int` alone stands for 2 equal ones" in of("name: sway(Tensor self, Tensor other, int$0[2]")


def test_types_that_are_none() -> None:
    assert "`Tnsor` is no type" in card("- func: made(Tn$0sor self) -> Tensor\n", "").markdown
    assert "C++ has no argument type for it" in card("- func: made(bo$0ol[] self) -> Tensor\n", "").markdown
    assert "the generator refuses it" in card("- func: made(int[] a=$01) -> Tensor\n", "").markdown


# Formulas


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("sizes()) * ot$0her", ["argument of `sway`, `Tensor`", "saved: `other`: the whole tensor"]),
        ("grad * self * res$0ult", ["the output of `sway`", "its gradient is `grad`", "the output as a whole tensor"]),
        ("other: gr$0ad", ["`grads[0]`: the gradient of the output `result`"]),
        ("other.si$0zes()", ["method of `other`", "The node keeps `other_sizes` for it, a plain value"]),
        ("made(grad).exp$0and", ["method of `made(grad)`, a C++ method"]),
        (
            ": ma$0de(grad)",
            ["native operator", "`made(Tensor self) -> Tensor`: differentiable by what it is composed of"],
        ),
        ("spots, grad_input$0_mask", ["`grad_input_mask[0]`: `layers`", "`std::array<bool, 2>`"]),
        ("layers, spo$0ts, grad", ["output 2 of `blend`", "not differentiable"]),
        ("expand(st$0eps)", ["no argument or output of `blend`; the generator leaves it to the C++ compiler"]),
        ("sway_h$0elper(grad", ["no native operator", "FunctionsManual.h"]),
    ],
)
def test_words_of_formulas(marked: str, expected: list[str]) -> None:
    words = of(marked)
    for part in expected:
        assert part in words


def formula(text: str, native: str = NATIVE) -> str:
    """The card at the cursor in a formula of `blend`."""
    name = "blend(Tensor[] layers, Tensor? mask=None) -> (Tensor low, Tensor spots)"
    return card(native, f"- name: {name}\n  mask: {text}\n").markdown


def test_gradients_by_number() -> None:
    assert "**`grads[1]`**: the gradient of the output `spots`; undefined where" in formula("grads[0] + gr$0ads[1]")
    assert "there is no such gradient; the differentiable outputs are `low`, `spots`" in formula(
        "grads[0] + gr$0ads[2]"
    )
    assert "`grads[1]`: of `spots`" in formula("all(gra$0ds)")


def test_other_names_in_formulas() -> None:
    assert "**`Tensor`**: A tensor. `Tensor()` is an undefined one" in formula("grad.defined() ? grad : Te$0nsor()")
    assert "`retain_graph`" in formula("release(grad, ret$0ain_variables)")
    assert "for keys of several arguments only" in formula("f(grad, grad_in$0put_mask)")
    assert "method of tensors, a native operator" in formula("grad.sw$0ay(grad, 1)")
    assert "`kept(Tensor self) -> Tensor`: no formula: a second backward through it fails" in formula("ke$0pt(grad)")


def test_helpers_and_kernels_of_the_workspace() -> None:
    helpers = read_helpers(
        {"FunctionsManual.h": "// Sways back.\nTensor sway_helper(const Tensor& grad, IntArrayRef s);\n"}
    )
    words = of("sway_h$0elper(grad", Surroundings(helpers=helpers))
    assert "In `FunctionsManual.h`:2:" in words
    assert cpp(words) == "Tensor sway_helper(const Tensor& grad, IntArrayRef s);"
    assert words.endswith("Sways back.")
    kernels = read_helpers({"Sway.cpp": "Tensor sway_cpu(const Tensor& self) {\n  return self;\n}\n"})
    words = of("CPU: sway$0_cpu", Surroundings(kernels=kernels))
    assert "the kernel for `CPU`" in words
    assert cpp(words) == "Tensor sway_cpu(const Tensor& self);"


def test_words_of_an_entry_whose_schema_nobody_has() -> None:
    derivatives = "- name: made(Tensor self, int far) -> Tensor\n  self: grad * fa$0r\n"
    assert (
        "argument of `made`, as this entry writes it; no function has its schema" in card(NATIVE, derivatives).markdown
    )


def test_words_of_an_entry_that_is_no_yaml() -> None:
    words = card(NATIVE, DERIVATIVES.replace("self * result", "self * res$0ult\n    oops: ]", 1)).markdown
    assert "the output of `sway`" in words
    assert "saved as `result`: the output as a whole tensor" in words


# Fields


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("  vari$0ants: method", "How C++ and Python offer the operator"),
        ("variants: function, met$0hod", "A method of tensors"),
        ("    CP$0U, CUDA: sway_", "Kernels for tensors on the CPU"),
        ("    CPU, CU$0DA: sway_", "GPUs"),
        ("output_diff$0erentiability", "A flag for each output"),
        ("[True, Fal$0se]", "output 2, `spots`, is never given a `grad_fn`"),
        ("- na$0me: blend", "to the letter"),
    ],
)
def test_fields_values_and_keys(marked: str, expected: str) -> None:
    assert expected in of(marked)


def test_fields_that_are_none() -> None:
    native = "- func: made(Tensor self) -> Tensor\n"
    assert "no field that" in card(native + "  vari$0ant: method\n", "").markdown
    assert f"{DEFAULT.release} does not have this field" in card(native + "  auto$0gen: made.out\n", "").markdown
    assert f"no dispatch key of {DEFAULT.release}" in card(native + "  dispatch:\n    MP$0S: made\n", "").markdown


@pytest.mark.parametrize("marked", ["- func: made(Tensor self) $0-> Tensor\n", "# $0a comment\n", "$0", "\n\n$0\n"])
def test_nothing_to_say(marked: str) -> None:
    fixture = parse(marked)
    assert hover(fixture.snapshot, "native_functions", fixture.offset) is None
    assert hover(fixture.snapshot, "tags", 0) is None


# Whatever the text


def check(snapshot: Snapshot, file: FileRole, offset: int) -> HoverCard | None:
    found = hover(snapshot, file, offset)
    if found is not None:
        length = len(snapshot.document(file).text)
        assert 0 <= found.span.start <= min(max(offset, 0), length) <= found.span.end <= length
        assert found.markdown.strip()
        fences = [line for line in found.markdown.split("\n") if line.startswith("```")]
        assert len(fences) % 2 == 0
        found.markdown.encode("utf-8")
    return found


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_every_offset_of_the_examples(name: str) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    for file in FILES:
        for offset in range(-1, len(snapshot.document(file).text) + 2):
            check(snapshot, file, offset)


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_names_of_entries_have_code(name: str) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    for offset, operator in names_of(snapshot):
        found = check(snapshot, "derivatives", offset)
        assert found is not None
        assert ("```cpp" in found.markdown) == (operator != "ring_shift" or name == "clean")


def names_of(snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    """Every offset in the operator of a `- name:` line."""
    for found in re.finditer(r"- name: '?(\w+(?:\.\w+)?)", snapshot.derivatives.text):
        for offset in range(found.start(1), found.end(1) + 1):
            yield offset, found[1]


def five_entries(text: str, dash: str) -> list[Span]:
    """Where five entries stand, the ones with the most to read."""
    starts = [found.start() for found in re.finditer(rf"^- {dash}:", text, re.MULTILINE)]
    spans = [Span(start, end) for start, end in zip(starts, [*starts[1:], len(text)])]
    return sorted(spans, key=lambda span: span.start - span.end)[:5]


@pytest.mark.parametrize("file", FILES)
def test_prefixes_of_entries(file: FileRole) -> None:
    whole = new_snapshot(example("clean"), DEFAULT)
    text = whole.document(file).text
    for span in five_entries(text, "func" if file == "native_functions" else "name"):
        for prefix in prefixes(text[slice(*span)]):
            snapshot = edited(whole, file, span, prefix)
            for back in (0, 1, 2, 5, 11, 29, 71):
                check(snapshot, file, span.start + max(0, len(prefix) - back))


def test_odd_texts() -> None:
    odd = "- name: 'made(Tensor self) -> Tensor'\n  self: \"grad * `x` ``` \\e \\r\\n \\x07 ```cpp\"\n"
    snapshot = new_snapshot({"native_functions": "- func: made(Tensor self) -> Tensor\n", "derivatives": odd}, DEFAULT)
    for offset in range(len(odd) + 1):
        check(snapshot, "derivatives", offset)


@pytest.mark.parametrize("release", SOME)
def test_names_of_a_release_have_code(release: str) -> None:
    snapshot = corpus_snapshot(release)
    known = snapshot.native_index.by_schema
    count = 0
    for found in re.finditer(r"^- name: (['\"]?)(\w.*)\1$", snapshot.derivatives.text, re.MULTILINE):
        card = check(snapshot, "derivatives", found.start(2))
        assert card is not None
        assert ("```cpp" in card.markdown) == (found[2] in known)
        count += 1
    assert count > 400
