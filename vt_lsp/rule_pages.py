"""What is known of the rules: the list of all, and the page of one."""

from __future__ import annotations

import json
from pathlib import Path

from vt_core.rules.registry import RULE_IDS, rule
from vt_core.rules.rule import Rule
from vt_lsp.render.style import Style

# Inside an installed package; beside the packages in a checkout of vt-lsp.
_FOLDERS = (Path(__file__).parent / "docs" / "rules", Path(__file__).parent.parent / "docs" / "rules")


def page_path(rule_id: str) -> Path | None:
    """The file of a rule's page, None where the installation has none."""
    for folder in _FOLDERS:
        page = folder / f"{rule_id}.md"
        if page.is_file():
            return page
    return None


def explanation(rule_id: str) -> str:
    """The page of a rule, or the little that the rule itself says. Raises KeyError for an unknown one."""
    known = rule(rule_id)
    page = page_path(rule_id)
    if page is not None:
        return page.read_text(encoding="utf-8")
    return f"# {known.id}\n\n`{known.severity}` · origin `{known.origin}`\n\n{known.summary}\n"


def rules_table(style: Style) -> str:
    """One line a rule: id, severity, origin, summary."""
    rules = [rule(rule_id) for rule_id in RULE_IDS]
    width = max([len(known.id) for known in rules])
    return "".join([_row(known, width, style) for known in rules])


def listed_rules() -> list[dict[str, str]]:
    """The rules as plain values."""
    rules = [rule(rule_id) for rule_id in RULE_IDS]
    return [{"id": r.id, "severity": r.severity, "origin": r.origin, "summary": r.summary} for r in rules]


def rules_json() -> str:
    """The rules for programs."""
    return json.dumps(listed_rules(), indent=2) + "\n"


def _row(known: Rule, width: int, style: Style) -> str:
    severity = style.paint(f"{known.severity:<11}", known.severity)
    return f"{style.paint(f'{known.id:<{width}}', 'strong')}  {severity}  {known.origin:<9}  {known.summary}\n"
