"""The registry: every rule has its module and its page, and both say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import vt_core.rules
from tests.rules.pages import PAGES, page_names, read_page
from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.registry import HINTS, OFF_BY_DEFAULT, RULE_IDS, rule
from vt_core.rules.rule import Description, Site
from vt_core.syntax.entries import Entry, read_block
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place, Scalar

MODULES = Path(next(iter(vt_core.rules.__path__)))


def rule_modules() -> list[str]:
    """The ids of the modules that hold a rule."""
    return sorted(
        path.stem.replace("_", "-")
        for path in MODULES.glob("*.py")
        if "\nRULE = Rule(" in path.read_text(encoding="utf-8")
    )


def test_ids_are_sorted_and_distinct() -> None:
    assert list(RULE_IDS) == sorted(set(RULE_IDS))


def test_every_rule_has_a_module_and_every_module_is_registered() -> None:
    assert rule_modules() == list(RULE_IDS)


def test_rules_that_are_off_by_default_are_known_without_loading_them() -> None:
    assert {rule_id for rule_id in RULE_IDS if not rule(rule_id).default} == OFF_BY_DEFAULT
    assert {rule_id for rule_id in RULE_IDS if rule(rule_id).severity == "hint"} == HINTS


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert page_names() == list(RULE_IDS)


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_a_rule_is_what_its_id_says(rule_id: str) -> None:
    known = rule(rule_id)
    assert known.id == rule_id
    assert known.severity in ("error", "warning", "information", "hint")
    assert known.origin in ("generator", "build", "lint")
    assert known.severity == "error" or known.origin != "generator"


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_a_summary_is_one_line_that_starts_in_lower_case(rule_id: str) -> None:
    summary = rule(rule_id).summary
    assert summary
    assert "\n" not in summary
    assert len(summary) <= 100
    assert not summary.endswith(".")
    assert summary.count("`") % 2 == 0
    assert summary[0] == "`" or summary[0].islower()


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_a_page_is_titled_and_filled(rule_id: str) -> None:
    page = read_page(rule_id)
    assert page.head.startswith(f"# {rule_id}\n\n`{rule(rule_id).severity}` · origin `{rule(rule_id).origin}` · ")
    assert len(page.head.split("\n\n")) >= 3, "a page explains its rule before its first section"
    assert page.titles[0] == "What the generator says"
    assert page.titles[-1] == "What to do"
    assert {section.kind for section in page.sections} == {"wrong", "right"}
    text = (PAGES / f"{rule_id}.md").read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    _, _, said = text.partition("## What the generator says\n\n")
    assert said.partition("\n## ")[0].strip(), "the generator says something, or that it says nothing"
    _, _, todo = text.partition("## What to do\n\n")
    assert todo.strip()


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(KeyError):
        rule("no-such-rule")
    with pytest.raises(KeyError):
        rule("registry")


NOWHERE = Entry("", Scalar(0, 0, "", "str", None))
NATIVE = read_block(
    "- func: soft_gate(Tensor self) -> Tensor\n  dispatch:\n    CPU: gate\n", "native_functions"
).entries[0]
DERIVATIVES = read_block("- name: soft_gate(Tensor self) -> Tensor\n  self: grad\n", "derivatives").entries[0]
KEYS = """
    argument arguments annotation delegate entry field file key kind known message name nearest operator out reason
    return returns type value variant what
    """
WORDS = dict.fromkeys(KEYS.split(), "soft_gate")
PLACES = (
    Place("native_functions"),
    Place("native_functions", ("func",), "value", 0, 9),
    Place("native_functions", ("func",), "value", 40, 400),
    Place("native_functions", ("dispatch", "CPU"), "key"),
    Place("native_functions", ("nothing", "there"), "key", 3, 5),
    Place("derivatives", ("self",), "key", 0, 4),
    Place("derivatives", ("name",)),
)


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_a_description_never_raises(rule_id: str) -> None:
    known = rule(rule_id)
    for data in ({}, dict.fromkeys(WORDS, ""), WORDS):
        for owner in (NOWHERE, NATIVE, DERIVATIVES):
            for other in (None, NATIVE, DERIVATIVES):
                for place in PLACES:
                    description = known.describe(Fault(rule_id, place, data), Site(owner, other))
                    assert isinstance(description, Description)
                    assert description.message
                    assert "\n" not in description.message
                    edits = () if description.fix is None else description.fix.edits
                    ends = {"owner": owner, "other": other}
                    for edit in edits:
                        end = ends[edit.end]
                        assert end is not None
                        assert 0 <= edit.span.start <= edit.span.end <= len(end.text)


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("CUDDA", ["CPU", "CUDA", "Math"], "CUDA"),
        ("cpu", ["Cpu2", "CPU"], "CPU"),
        ("othr", ["self", "other"], "other"),
        ("quux", ["self", "other"], ""),
        ("", ["self"], ""),
        ("self", [], ""),
    ],
)
def test_nearest(word: str, candidates: list[str], expected: str) -> None:
    assert nearest(word, candidates) == expected


@pytest.mark.parametrize(
    ("word", "meant", "expected"),
    [
        ("CUDDA", "CUDA", True),
        ("CUD", "CUDA", False),
        ("weigth", "weight", True),
        ("weght", "weight", True),
        ("weixht", "weight", True),
        ("WEIGHT", "weight", True),
        ("cpu", "CPU", True),
        ("XPU", "CPU", False),
        ("weights2", "weight", False),
        ("wiehgt", "weight", False),
        ("weight", "bias", False),
    ],
)
def test_a_slip_is_one_slip(word: str, meant: str, expected: bool) -> None:
    assert is_slip(word, meant) is expected


def test_names_are_split_as_they_were_joined() -> None:
    assert split_names("self, other") == ["self", "other"]
    assert split_names("") == []
