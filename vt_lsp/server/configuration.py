"""The settings of each folder: those of its settings file, then those of the client, which go first.

Settings are read once and again when told to; asking for them costs a look into a dict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from vt_lsp.server import disk
from vt_lsp.settings import Chosen, Settings, combined, read_settings
from vt_lsp.settings_file import NAMES, SettingsFile, find_settings, settings_problems

SECTION = "vt-lsp"

Tell = Callable[[str], None]


class Configuration:
    """`tell` is given each problem with a setting, with its place."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._initial: object = None
        self._of_client: dict[Path | None, object] = {}
        self._files: dict[Path, SettingsFile] = {}
        self._signatures: dict[Path, tuple[disk.Signature | None, ...]] = {}
        self._made: dict[Path, Settings] = {}

    def of(self, folder: Path) -> Settings:
        """The settings that hold in a folder."""
        known = self._made.get(folder)
        if known is None:
            known = self._made[folder] = self._make(folder)
        return known

    def set_initial(self, options: object) -> None:
        """What `initializationOptions` say; they hold everywhere."""
        self._initial = _section(options)
        self._made.clear()

    def set_client(self, root: Path | None, settings: object) -> bool:
        """What the client's configuration says for a root, None for all. Returns whether that is news."""
        settings = _section(settings)
        if self._of_client.get(root) == settings:
            return False
        self._of_client[root] = settings
        self._made.clear()
        return True

    def refresh(self) -> bool:
        """Look at the settings files again. Returns whether one changed."""
        changed = False
        for folder, before in list(self._signatures.items()):
            if _signatures(folder) != before:
                changed = True
                del self._signatures[folder], self._files[folder]
        if changed:
            self._made.clear()
        return changed

    def forget(self) -> None:
        """The roots have changed."""
        self._made.clear()

    def _make(self, folder: Path) -> Settings:
        chosen = [self._file(folder).chosen]
        root = next((root for root in _by_depth(self._of_client) if folder.is_relative_to(root)), None)
        base = root or folder
        sources = [("initializationOptions", self._initial), ("setting", self._of_client.get(None))]
        if root is not None:
            sources.append(("setting", self._of_client[root]))
        for name, raw in sources:
            chosen.append(self._read(name, raw, base))
        return combined(chosen)

    def _file(self, folder: Path) -> SettingsFile:
        if folder not in self._files:
            self._files[folder] = found = find_settings(folder)
            self._signatures[folder] = _signatures(folder)
            for problem in settings_problems(found.problems):
                self._tell(problem)
        return self._files[folder]

    def _read(self, name: str, raw: object, root: Path) -> Chosen:
        reading = read_settings(raw, root)
        for problem in reading.problems:
            keys = ".".join((SECTION, *problem.keys))
            self._tell(f"{name} {keys}: {problem.message}; it is ignored")
        return reading.chosen


def _section(settings: object) -> object:
    """Our settings; some clients send those of all servers, by their names."""
    if isinstance(settings, Mapping) and SECTION in settings:
        return settings[SECTION]
    return settings


def _by_depth(roots: Mapping[Path | None, object]) -> list[Path]:
    """The roots, the innermost first."""
    return sorted([root for root in roots if root is not None], key=_depth, reverse=True)


def _depth(path: Path) -> int:
    return len(path.parts)


def _signatures(folder: Path) -> tuple[disk.Signature | None, ...]:
    """What changes when any settings file that may hold in a folder does."""
    return tuple([disk.signature(place / name) for place in (folder, *folder.parents) for name in NAMES])
