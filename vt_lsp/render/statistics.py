"""How often each rule was found, and how often there is a fix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vt_core.rules.registry import rule
from vt_lsp.render.style import Style
from vt_lsp.report import Report


def render(reports: Sequence[Report], style: Style) -> str:
    """One line a rule, the most frequent first: count, how many can be fixed, rule, summary."""
    found = [finding for report in reports for finding in report.findings]
    counts = Counter([(finding.rule, finding.severity) for finding in found])
    fixes = Counter([(one.rule, one.severity) for one in found if one.fix is not None and one.fix.safe])
    lines: list[str] = []
    for (rule_id, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        fixable = f"{fixes[rule_id, severity]} safe" if fixes[rule_id, severity] else ""
        name = style.paint(f"{severity}[{rule_id}]", severity)
        lines.append(f"{count:>6}  {fixable:>8}  {name} {rule(rule_id).summary}\n")
    return "".join(lines)
