"""The findings of a project as the user asked for them, with all that the output formats need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from vt_core.analysis.findings import Finding, count_of, findings
from vt_core.analysis.snapshot import Snapshot
from vt_core.rules.registry import HINTS, RULE_IDS, rule
from vt_core.rules.rule import Origin, Severity
from vt_core.syntax.nodes import FileRole
from vt_lsp.project import Project, Source
from vt_lsp.settings import RuleLevel


class Selection(NamedTuple):
    """Which rules the user asked for: `only` these (None: all of them), without `ignored`; without `hints`, rules whose
    findings are hints are told only where they are asked for by name."""

    only: frozenset[str] | None = None
    ignored: frozenset[str] = frozenset()
    hints: bool = True

    def takes(self, rule_id: str) -> bool:
        """Whether findings of a rule are shown."""
        return rule_id not in self.ignored and (self.only is None or rule_id in self.only)


ALL_RULES = Selection()


class Report(NamedTuple):
    """A project's findings in the order in which they are shown. `off` are rules of origin `generator` that the
    selection leaves out, `hidden` is the number of hints left out."""

    project: Project
    findings: tuple[Finding, ...]
    off: tuple[str, ...] = ()
    hidden: int = 0

    def source(self, file: FileRole) -> Source:
        """The source that a finding speaks of."""
        return self.project.sources[file]

    def count(self, severity: str) -> int:
        """How many findings of a severity there are."""
        return sum([finding.severity == severity for finding in self.findings])


def make_report(project: Project, selection: Selection = ALL_RULES) -> Report:
    """Collect a project's findings."""
    rules = project.settings.rules
    hidden = frozenset() if selection.hints else HINTS - asked_for(rules) - (selection.only or frozenset())
    found = heeded(project.snapshot, rules, selection, hidden)
    taken = [finding for finding in found if selection.takes(finding.rule)]
    shown = presented(taken, rules, exact=project.detection.exact)
    count = count_of(project.snapshot, [rule_id for rule_id in hidden if selection.takes(rule_id)])
    return Report(project, shown, _off(selection, rules), count)


def heeded(
    snapshot: Snapshot,
    rules: Mapping[str, RuleLevel],
    selection: Selection = ALL_RULES,
    hidden: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """All findings but those of `hidden` rules and those that comments in the files leave out; comments that leave out
    nothing are findings."""
    asked = asked_for(rules) | (selection.only or frozenset())
    if not (snapshot.native.marked or snapshot.derivatives.marked or snapshot.tags.marked):
        return findings(snapshot, asked, hidden)
    found = findings(snapshot, asked)
    from vt_core.analysis.ignores import kept  # for files with such comments only

    off = {rule_id for rule_id, level in rules.items() if level == "off"}
    told = kept(found, snapshot, lambda rule_id: selection.takes(rule_id) and rule_id not in off)
    return tuple([finding for finding in told if finding.rule not in hidden])


def asked_for(rules: Mapping[str, RuleLevel]) -> frozenset[str]:
    """The rules that a project gives a level, so that they are on even if they are not by default."""
    return frozenset(rules)


def presented(
    found: Iterable[Finding],
    rules: Mapping[str, RuleLevel],
    *,
    exact: bool,
) -> tuple[Finding, ...]:
    """The findings as a project wants them."""
    shown: list[Finding] = []
    for finding in found:
        severity = shown_severity(finding.rule, finding.severity, finding.origin, rules, exact=exact)
        if severity is not None:
            shown.append(finding if severity == finding.severity else finding._replace(severity=severity))
    return tuple(shown)


def shown_severity(
    rule_id: str,
    severity: Severity,
    origin: Origin,
    rules: Mapping[str, RuleLevel],
    *,
    exact: bool,
) -> Severity | None:
    """How grave a finding is where the project has severities of its own; None where the rule is off. `exact` is False
    where the release has no dialect of its own: its generator may well take what is refused by another's."""
    level = rules.get(rule_id)
    if level is not None:
        return None if level == "off" else level
    return "warning" if not exact and origin == "generator" and severity == "error" else severity


def refused(project: Project) -> tuple[Finding, ...]:
    """What keeps the generator from writing anything, by the rules of the dialect in use."""
    return tuple([f for f in findings(project.snapshot) if f.origin == "generator" and f.severity == "error"])


def _off(selection: Selection, rules: Mapping[str, RuleLevel]) -> tuple[str, ...]:
    candidates: Collection[str] = selection.ignored
    if selection.only is not None:
        candidates = [rule_id for rule_id in RULE_IDS if not selection.takes(rule_id)]
    candidates = {*candidates, *[rule_id for rule_id, level in rules.items() if level == "off"]}
    return tuple(sorted([rule_id for rule_id in candidates if rule(rule_id).origin == "generator"]))
