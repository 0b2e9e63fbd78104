"""What a project may choose: where its files are, its release, how its findings count.

The same settings come from `vt-lsp.toml`, from `[tool.vt-lsp]` in pyproject.toml, and from an editor. A wrong one is
told and ignored.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from vt_core.dialects.dialect import Dialect

RuleLevel = Literal["off", "error", "warning", "information", "hint"]

_LEVELS: tuple[RuleLevel, ...] = ("off", "error", "warning", "information", "hint")


class Settings(NamedTuple):
    """Settings of a project; None and empty where nothing was chosen."""

    native_functions: Path | None = None
    derivatives: Path | None = None
    tags: Path | None = None
    dialect: Dialect | None = None
    rules: Mapping[str, RuleLevel] = {}
    inlay_hints: bool = True
    code_lens: bool = True

    @property
    def names_files(self) -> bool:
        """Whether the pair is named rather than found."""
        return self.native_functions is not None or self.derivatives is not None


DEFAULT = Settings()

# Values by the names of `Settings`' fields, those that were chosen.
Chosen = dict[str, Any]


class SettingProblem(NamedTuple):
    """A setting that is ignored: its path of keys, and why."""

    keys: tuple[str, ...]
    message: str

    @property
    def text(self) -> str:
        """Both, as a message."""
        return f"{'.'.join(self.keys)}: {self.message}" if self.keys else self.message


class SettingsReading(NamedTuple):
    """The settings that are right, and what is wrong with the others."""

    chosen: Chosen
    problems: tuple[SettingProblem, ...]


def read_settings(raw: object, root: Path) -> SettingsReading:
    """Read settings from plain values. Paths are relative to `root` and stay inside. Keys may be written as in TOML
    (`inlay-hints`) or as editors like them (`inlayHints`)."""
    if raw is None:
        return SettingsReading({}, ())
    if not isinstance(raw, Mapping):
        return SettingsReading({}, (SettingProblem((), f"settings are a table, not {_kind(raw)}"),))
    chosen: Chosen = {}
    problems: list[SettingProblem] = []
    for key, value in raw.items():
        name = _kebab(str(key))
        reader = _READERS.get(name)
        if reader is None:
            problems.append(SettingProblem((str(key),), f"no such setting{_hint(name, _READERS)}"))
        elif value is not None:  # an editor's way to say that nothing is chosen
            found = reader(value, root, str(key), problems)
            if found is not None:
                chosen[name.replace("-", "_")] = found
    return SettingsReading(chosen, tuple(problems))


def combined(chosen: Iterable[Chosen]) -> Settings:
    """Settings of several sources, the later ones first in rank; levels of rules count one by one."""
    merged: Chosen = {}
    rules: dict[str, RuleLevel] = {}
    for one in chosen:
        merged.update(one)
        rules.update(one.get("rules", {}))
    return Settings(**{**merged, "rules": rules})


_Reader = Callable[[object, Path, str, list[SettingProblem]], Any]


def _path(value: object, root: Path, key: str, problems: list[SettingProblem]) -> Path | None:
    if not isinstance(value, str) or not value or "\0" in value:
        problems.append(SettingProblem((key,), f"a path is a string, not {_kind(value)}"))
        return None
    if os.path.isabs(value):
        problems.append(SettingProblem((key,), f"{value}: write the path relative to {root}"))
        return None
    path = Path(os.path.normpath(root / value))
    if not path.is_relative_to(root):
        problems.append(SettingProblem((key,), f"{value}: leads out of {root}"))
        return None
    return path


def _dialect(value: object, root: Path, key: str, problems: list[SettingProblem]) -> Dialect | None:
    from vt_core.dialects.registry import dialect_named, known_names

    found = dialect_named(value) if isinstance(value, str) else None
    if found is None:
        known = ", ".join(known_names())
        problems.append(SettingProblem((key,), f"{value!r:.60} is no release that is known; known are {known}"))
    return found


def _rules(value: object, root: Path, key: str, problems: list[SettingProblem]) -> dict[str, RuleLevel] | None:
    from vt_core.rules.registry import RULE_IDS

    if not isinstance(value, Mapping):
        problems.append(SettingProblem((key,), f"a table of rules and levels, not {_kind(value)}"))
        return None
    found: dict[str, RuleLevel] = {}
    for rule, level in value.items():
        known = next((one for one in _LEVELS if one == level), None)
        if rule not in RULE_IDS:
            problems.append(SettingProblem((key, str(rule)), f"no such rule{_hint(str(rule), RULE_IDS)}"))
        elif known is None:
            problems.append(SettingProblem((key, rule), f"{level!r:.60} is no level: {', '.join(_LEVELS)}"))
        else:
            found[rule] = known
    return found


def _switch(value: object, root: Path, key: str, problems: list[SettingProblem]) -> bool | None:
    if isinstance(value, bool):
        return value
    problems.append(SettingProblem((key,), f"true or false, not {_kind(value)}"))
    return None


_READERS: dict[str, _Reader] = {
    "native-functions": _path,
    "derivatives": _path,
    "tags": _path,
    "dialect": _dialect,
    "rules": _rules,
    "inlay-hints": _switch,
    "code-lens": _switch,
}


def setting_names() -> set[str]:
    """The names of all settings, as in TOML."""
    return set(_READERS)


def _kebab(key: str) -> str:
    return "".join([f"-{char.lower()}" if char.isupper() else char for char in key])


def _kind(value: object) -> str:
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return f"{value!r:.60}"


def _hint(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # a slow import, for mistakes only

    nearest = get_close_matches(name, list(known), 1)
    return f"; did you mean {nearest[0]}?" if nearest else ""
