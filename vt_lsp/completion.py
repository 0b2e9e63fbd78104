"""Completion in the shell, where argcomplete is installed (extra `completion`)."""

from __future__ import annotations

import argparse
from importlib import import_module

from vt_lsp.options import EFFECT_KINDS


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer the shell and exit; does nothing without argcomplete."""
    try:
        argcomplete = import_module("argcomplete")
    except ImportError:
        return
    completers = {
        "--explain": _rules,
        "--select": _rules,
        "--ignore": _rules,
        "--dialect": _dialects,
        "--generate": argcomplete.DirectoriesCompleter(),
        "--templates": argcomplete.DirectoriesCompleter(),
        "--old": argcomplete.DirectoriesCompleter(),
        "--new": argcomplete.DirectoriesCompleter(),
        "--fail-on": argcomplete.ChoicesCompleter(EFFECT_KINDS),
    }
    for action in parser._actions:
        for option in action.option_strings:
            if option in completers:
                setattr(action, "completer", completers[option])  # noqa: B010 - argcomplete's own attribute
    argcomplete.autocomplete(parser)


def _rules(prefix: str, **_context: object) -> list[str]:
    from vt_core.rules.registry import RULE_IDS

    done, comma, last = prefix.rpartition(",")
    return [f"{done}{comma}{rule_id}" for rule_id in RULE_IDS if rule_id.startswith(last)]


def _dialects(**_context: object) -> list[str]:
    from vt_core.dialects.registry import known_names

    return list(known_names())
