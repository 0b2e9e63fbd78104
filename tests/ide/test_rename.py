"""Rename over both files: what is changed, what is refused, and that the pair stays what it was."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.corpora import corpus_snapshot
from tests.ide.fixtures import Fixture, example
from tests.ide.navigation import HELPERS, at
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.preview import preview
from vt_core.ide.rename import RenameRange, prepare_rename, rename, renamed
from vt_core.ide.rename_plan import Refusal, RenamePlan, plan_rename
from vt_core.syntax.nodes import FileRole

NATIVE = """\
- func: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  variants: function, method
  structured_delegate: sway.out
- func: sway_(Tensor(a!) self, Tensor other, *, float reach=1) -> Tensor(a!)
  variants: method
  cpp_no_default_args: ['reach']
  dispatch:
    CPU: sway_
- func: sway.out(Tensor self, Tensor other, *, float reach=1, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: sway_out
- func: halves(Tensor src, int count) -> (Tensor low, Tensor high)
  dispatch:
    CPU: halves
- func: halves.many(Tensor[] src) -> Tensor
- func: __and__(Tensor self, Tensor other) -> Tensor
- func: mul(Tensor self, Tensor other) -> Tensor
- func: bare(Tensor src, Tensor low_) -> Tensor
- func: fill(int n, *, ScalarType? dtype, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
- func: most(int size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin=None) -> Tensor
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  self, other: undo(grad, other, "other", grad.other(), reach, result) * self.size(1)
- name: halves(Tensor src, int count) -> (Tensor low, Tensor high)
  src: 'at::sway(grads[0], low).sway_(high) + sway_out(low, grads[1], src.sizes()) + at::native::sway(high)'
"""


def renamed_pair(fixture: Fixture, new: str) -> dict[FileRole, str] | str:
    """The texts after a rename, or why there is none."""
    edits = rename(fixture.snapshot, fixture.file, fixture.offset, new, HELPERS)
    if isinstance(edits, Refusal):
        return edits.reason
    after = renamed(fixture.snapshot, edits)
    return {"native_functions": after.native.text, "derivatives": after.derivatives.text}


def lines_changed(where: str, new: str) -> list[str]:
    fixture = at(where, NATIVE, DERIVATIVES)
    after = renamed_pair(fixture, new)
    assert isinstance(after, dict), after
    changed: list[str] = []
    for file, text in after.items():
        before = fixture.snapshot.document(file).text
        changed += [new for old, new in zip(before.splitlines(), text.splitlines(), strict=True) if old != new]
    return [line.strip() for line in changed]


def test_argument() -> None:
    expected = [
        "- func: sway(Tensor self, Tensor with, *, float reach=1) -> Tensor",
        "- func: sway_(Tensor(a!) self, Tensor with, *, float reach=1) -> Tensor(a!)",
        "- func: sway.out(Tensor self, Tensor with, *, float reach=1, Tensor(a!) out) -> Tensor(a!)",
        "- name: sway(Tensor self, Tensor with, *, float reach=1) -> Tensor",
        'self, with: undo(grad, with, "other", grad.other(), reach, result) * self.size(1)',
    ]
    expected = [line.replace("with", "mate") for line in expected]
    for where in (
        "self, oth|er:",
        "(grad, |other,",
        "sway_(Tensor(a!) self, Tensor other|",
        "name: sway(Tensor self, Tensor o|ther",
    ):
        assert lines_changed(where, "mate") == expected


def test_argument_without_a_default_in_cpp() -> None:
    changed = lines_changed("['rea|ch']", "span")
    assert "cpp_no_default_args: ['span']" in changed
    assert len(changed) == 6


def test_output() -> None:
    changed = lines_changed("[0], lo|w)", "least")
    assert [line.count("least") for line in changed] == [1, 1, 2]
    assert changed == lines_changed("(Tensor l|ow, Tensor high)\n  disp", "least")


def test_output_with_the_out_arguments_of_its_name() -> None:
    native = (
        "- func: ends(Tensor self) -> (Tensor low, Tensor high)\n"
        "- func: ends.out(Tensor self, *, Tensor(a!) low, Tensor(b!) top) -> (Tensor(a!) low, Tensor(b!) high)\n"
    )
    derivatives = "- name: ends(Tensor self) -> (Tensor low, Tensor high)\n  self: grads[1] * low\n"
    for where in ("* lo|w", "*, Tensor(a!) l|ow", "-> (Tensor(a!) lo|w"):
        after = renamed_pair(at(where, native, derivatives), "least")
        assert after == {
            "native_functions": native.replace("low", "least"),
            "derivatives": derivatives.replace("low", "least"),
        }
    after = renamed_pair(at("Tensor(b!) t|op", native, derivatives), "peak")
    assert after == {"native_functions": native.replace("top", "peak"), "derivatives": derivatives}


def test_operator() -> None:
    expected = [
        "- func: rock(Tensor self, Tensor other, *, float reach=1) -> Tensor",
        "structured_delegate: rock.out",
        "- func: rock_(Tensor(a!) self, Tensor other, *, float reach=1) -> Tensor(a!)",
        "- func: rock.out(Tensor self, Tensor other, *, float reach=1, Tensor(a!) out) -> Tensor(a!)",
        "- name: rock(Tensor self, Tensor other, *, float reach=1) -> Tensor",
        "src: 'at::rock(grads[0], low).rock_(high) + rock_out(low, grads[1], src.sizes()) + at::native::sway(high)'",
    ]
    for where in (
        "func: sw|ay(",
        "func: s|way_(",
        "func: sway|.out",
        "name: sw|ay(",
        "delegate: sw|ay",
        "+ sway|_out(",
        ".s|way_(",
    ):
        assert lines_changed(where, "rock") == expected


def test_overload() -> None:
    expected = ["structured_delegate: sway.into", line := lines_changed("func: sway.o|ut", "into")[1]]
    assert line.startswith("- func: sway.into(Tensor self")
    assert lines_changed("delegate: sway.ou|t", "into") == expected


@pytest.mark.parametrize(
    ("where", "text", "placeholder"),
    [
        ("func: s|way_(", "sway", "sway"),
        ("func: sway|.out", "sway", "sway"),
        ("func: sway.|out", "out", "out"),
        ("+ sway|_out(", "sway", "sway"),
        (".s|way_(", "sway", "sway"),
        ("self, oth|er:", "other", "other"),
        ("[0], lo|w)", "low", "low"),
    ],
)
def test_prepare(where: str, text: str, placeholder: str) -> None:
    fixture = at(where, NATIVE, DERIVATIVES)
    found = prepare_rename(fixture.snapshot, fixture.file, fixture.offset)
    assert isinstance(found, RenameRange)
    assert (fixture.text(found.span), found.placeholder) == (text, placeholder)
    assert found.span.start <= fixture.offset <= found.span.end + len("_out")
    assert rename(fixture.snapshot, fixture.file, fixture.offset, found.placeholder) == ()


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("sel|f, other:", "work on `self`"),
        (
            "ScalarType? d|type, Layout",
            "TensorOptions",
        ),
        ("reach, res|ult", "name it in the schema"),
        ("func: __an|d__", "Python operator"),
        ("func: mu|l(", "tables know `mul`"),
        ("und|o(", "C++ function"),
        ("CPU: sway_o|ut", "kernel's C++ name"),
        ("gra|ds[0]", "no name of this pair"),
        ("src.si|zes()", "no name of this pair"),
        ("vari|ants: method", "only operators"),
    ],
)
def test_refused_at_once(where: str, reason: str) -> None:
    fixture = at(where, NATIVE, DERIVATIVES)
    found = prepare_rename(fixture.snapshot, fixture.file, fixture.offset)
    assert isinstance(found, Refusal)
    assert reason in found.reason
    assert rename(fixture.snapshot, fixture.file, fixture.offset, "fresh") == found


@pytest.mark.parametrize(
    ("where", "new", "reason"),
    [
        *[("self, oth|er:", new, "no identifier") for new in ("", "a b", "1x", "x-y", "größe", "a.b", "x\n")],
        ("self, oth|er:", "lambda", "keyword of Python"),
        ("self, oth|er:", "namespace", "keyword of C++"),
        ("self, oth|er:", "on", "YAML reads"),
        ("self, oth|er:", "reach", "argument `reach` already"),
        ("self, oth|er:", "out", "argument `out` already"),
        ("self, oth|er:", "self_", "too close"),
        *[
            ("self, oth|er:", new, "of its own")
            for new in ("grad", "grads", "result", "result1", "grad_input_mask", "grad_fn")
        ],
        ("self, oth|er:", "self", "argument `self` already"),
        ("self, oth|er:", "undo", "stands in the formula"),
        ("self, oth|er:", "self_argsize_1", "saves something"),
        ("sr|c.sizes", "low", "output `low` already"),
        ("sr|c.sizes", "sizes", "stands in the formula"),
        (
            "bool? pi|n=None",
            "pin_memory",
            "TensorOptions",
        ),
        ("[0], lo|w)", "high", "output `high` already"),
        ("[0], lo|w)", "count", "argument `count` already"),
        ("func: sw|ay(", "halves", "operator `halves` already"),
        ("func: sw|ay(", "rock_", "in-place"),
        ("func: sw|ay(", "rock_out", "out variant"),
        ("func: sw|ay(", "__rock__", "Python operator"),
        ("func: sw|ay(", "add", "tables know `add`"),
        ("func: sw|ay(", "sway_back", "C++ function `sway_back`"),
        ("func: sw|ay(", "size", "calls something else `size`"),
        ("func: halves.m|any", "2x", "no identifier"),
        ("func: bar|e(", "halves", "operator `halves` already"),
    ],
)
def test_refused_names(where: str, new: str, reason: str) -> None:
    found = renamed_pair(at(where, NATIVE, DERIVATIVES), new)
    assert isinstance(found, str)
    assert reason in found


def test_overload_may_be_a_keyword() -> None:
    assert lines_changed("func: halves.m|any", "int") == ["- func: halves.int(Tensor[] src) -> Tensor"]


def test_overload_that_exists() -> None:
    native = NATIVE + "- func: halves.few(Tensor src, int n) -> Tensor\n"
    found = renamed_pair(at("func: halves.m|any", native, DERIVATIVES), "few")
    assert found == "there is an operator `halves.few` already"


def test_name_that_would_make_an_overload_a_variant() -> None:
    native = NATIVE + "- func: sway.Odd(Tensor self, Tensor odd, *, float reach=1) -> Tensor\n"
    found = renamed_pair(at("self, Tensor od|d", native, DERIVATIVES), "other")
    assert isinstance(found, str)
    assert "other derivatives entries" in found or "new mistake" in found


def test_argument_that_generated_code_knows_by_its_name() -> None:
    native = "- func: veer(Tensor self, Tensor output) -> Tensor\n  dispatch:\n    CPU: veer\n"
    derivatives = "- name: veer(Tensor self, Tensor output) -> Tensor\n  self: grad\n"
    found = renamed_pair(at("self, Tensor out|put) -> Tensor\n  disp", native, derivatives), "end")
    assert found == "the generated code would change by more than the name (in section `no_requires_grad_checks`)"


@pytest.mark.parametrize(
    ("native", "derivatives", "reason"),
    [
        ("- func: sway.bad(Tnsor self) -> Tensor\n", "", "has a mistake"),
        ("- func: sway.bad(Tensor self) -> Tensor\n   variants: method\n", "", "cannot be read"),
        ("", "- name: sway(Tensor self) -> Tensor\n   self: [\n", "cannot be read"),
        ("", "- name: sway\n  self: grad\n", "has a mistake"),
    ],
)
def test_entries_that_cannot_be_read_are_in_the_way(native: str, derivatives: str, reason: str) -> None:
    for where in ("self, oth|er:", "(Tensor(a!) self, Tensor other, *, float re|ach"):
        found = renamed_pair(at(where, NATIVE + native, DERIVATIVES + derivatives), "fresh")
        assert isinstance(found, str)
        assert reason in found
    assert isinstance(
        renamed_pair(
            at(
                "Tensor src, int cou|nt) -> (Tensor low, Tensor high)\n  disp",
                NATIVE + native,
                DERIVATIVES + derivatives,
            ),
            "fresh",
        ),
        dict,
    )


def test_names_written_with_escapes() -> None:
    derivatives = (
        DERIVATIVES.replace('undo(grad, other, "other"', "undo(grad, other, 1")
        .replace("\n  self, other: ", '\n  self, other: "')
        .replace("size(1)\n", 'size(1) + o\\x74her"\n', 1)
    )
    found = renamed_pair(at("(grad, |other,", NATIVE, derivatives), "mate")
    assert isinstance(found, str)
    assert "escapes" in found


# The pair stays what it was


def things(snapshot: Snapshot, sample: int | None = None) -> Iterator[tuple[FileRole, int, RenamePlan]]:
    """Everything that can be renamed, once; of a sample of the words if told."""
    seen: set[object] = set()
    for document in (snapshot.native, snapshot.derivatives):
        words = [found.start() for found in re.finditer(r"[A-Za-z_]\w*", document.text)]
        for offset in words if sample is None else random.Random(8).sample(words, sample):
            plan = plan_rename(snapshot, document.file, offset)
            if isinstance(plan, RenamePlan) and (plan.what, plan.old, plan.functions) not in seen:
                seen.add((plan.what, plan.old, plan.functions))
                yield document.file, offset, plan


def mistakes(snapshot: Snapshot) -> Counter[tuple[str, str]]:
    return Counter([(finding.file, finding.rule) for finding in findings(snapshot)])


def code(snapshot: Snapshot, places: list[int], plan: RenamePlan, new: str) -> Counter[str]:
    """The generated lines of the functions at some places of the file, the new name spelt as the old one."""
    camel = "".join(word.title() for word in new.split("_")), "".join(word.title() for word in plan.old.split("_"))
    lines: Counter[str] = Counter()
    entries = snapshot.native.placed()
    for place in places:
        if entries[place] not in snapshot.native_index.functions:
            continue
        for part in preview(snapshot, snapshot.matched(entries[place])).parts:
            for section in part.sections:
                lines.update(section.text.replace(new, plan.old).replace(*camel).splitlines())
    return lines


def check(snapshot: Snapshot, file: FileRole, offset: int, plan: RenamePlan, places: list[int]) -> bool:
    """Rename to something new and back; False if it is refused. The code of the functions at `places` is compared."""
    new = f"{plan.old}zq"
    edits = rename(snapshot, file, offset, new)
    if isinstance(edits, Refusal):
        return False
    assert any(edit.file == file and edit.span.start <= offset <= edit.span.end for edit in edits)
    after = renamed(snapshot, edits)
    assert not mistakes(after) - mistakes(snapshot), plan.old
    assert code(after, places, plan, new) == code(snapshot, places, plan, new), plan.old
    shift = sum(
        len(edit.text) - (edit.span.end - edit.span.start)
        for edit in edits
        if edit.file == file and edit.span.end <= offset
    )
    back = rename(after, file, offset + shift, plan.old)
    assert not isinstance(back, Refusal), (plan.old, back)
    again = renamed(after, back)
    assert again.native.text == snapshot.native.text
    assert again.derivatives.text == snapshot.derivatives.text
    return True


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_renaming_in_the_examples(name: str) -> None:
    snapshot = new_snapshot(example(name), DEFAULT)
    everything = list(range(len(snapshot.native.placed())))
    results = [check(snapshot, *thing, everything) for thing in things(snapshot)]
    assert len(results) > 40
    assert all(results)


@pytest.mark.parametrize("name", ["v1.8.1", "v2.13.0"])
def test_renaming_in_a_release(name: str) -> None:
    snapshot = corpus_snapshot(name)
    entries = snapshot.native.placed()
    results: list[bool] = []
    for file, offset, plan in things(snapshot, 40):
        places = [entries.index(placed) for placed in plan.functions]
        results.append(check(snapshot, file, offset, plan, places))
    assert len(results) > 15
    assert results.count(False) <= 2


def test_whatever_the_new_name_no_mistake_is_made() -> None:
    snapshot = new_snapshot(example("clean"), DEFAULT)
    words = sorted(set(re.findall(r"\w+", snapshot.native.text + snapshot.derivatives.text)))
    choose = random.Random(5)
    made = 0
    for file, offset, plan in things(snapshot):
        for new in choose.sample(words, 6):
            edits = rename(snapshot, file, offset, new)
            if not isinstance(edits, Refusal):
                made += 1
                assert not mistakes(renamed(snapshot, edits)) - mistakes(snapshot), (plan.old, new)
    assert made > 50
