"""Which release a pair belongs to: what the user says, else a file with the version, else the files' contents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import DEFAULT, DIALECTS, NEWEST, dialect_of, nearest_dialect, read_release
from vt_core.dialects.v1_8 import V1_8_0A0, V1_8_1
from vt_core.syntax.nodes import FileRole

Source = Literal["configuration", "version.txt", "version.py", "contents", "default"]

# In native_functions.yaml since some release between 1.8 and 2.1, in hundreds of entries.
_NEWER_WORDS = ("autogen:", "SymInt", "CompositeExplicitAutograd")

# In native_functions.yaml of 1.8 in hundreds of entries, gone soon after.
_V1_8_WORDS = ("use_c10_dispatcher:", "DefaultBackend:")

# In derivatives.yaml of the 1.8 releases, but not yet of the state that calls itself 1.8.0a0 here.
_V1_8_1_WORD = "to_args_scalartypes("


# Releases by the operators that came with them, the newest first.
_BY_OPERATORS = tuple(
    (dialect, tuple(f"- func: {name}(" for name in sorted(dialect.new_operators)))
    for dialect in reversed(DIALECTS)
    if dialect.new_operators
)

# In the file by which an installed torch knows its version.
_ASSIGNED = re.compile(r"^__version__[^=\n]*=[ \t]*['\"]([^'\"\n]*)", re.MULTILINE)


class Detection(NamedTuple):
    """The dialect, how it was found, and the release that was named, `""` where none was.

    `exact` is False where the dialect is another release's, the nearest: what it refuses may be fine.
    """

    dialect: Dialect
    source: Source
    named: str
    exact: bool


def detect(configured: Dialect | None, version: str | None, texts: Mapping[FileRole, str]) -> Detection:
    """Find the dialect. `version` is the text of a checkout's version.txt or of an installed torch's version.py, None
    without one."""
    if configured is not None:
        return Detection(configured, "configuration", configured.release, True)
    source, named = _named(version)
    release = read_release(named)
    if release is None:
        return _by_contents(texts)
    own = dialect_of(release)
    if own is None:
        return Detection(nearest_dialect(release), source, named, False)
    # The release branch never raised its version.txt: 1.8.1 calls itself 1.8.0a0 too.
    if own is V1_8_0A0 and _V1_8_1_WORD in texts.get("derivatives", ""):
        return Detection(V1_8_1, "contents", named, True)
    return Detection(own, source, named, True)


def deciding_words(configured: Dialect | None, version: str | None) -> tuple[str, ...]:
    """The words whose presence in the files decides, so that an edit elsewhere cannot change what `detect` says."""
    if configured is not None:
        return ()
    release = read_release(_named(version)[1])
    if release is None:
        return (*_NEWER_WORDS, *_V1_8_WORDS, *(word for _, words in _BY_OPERATORS for word in words))
    return (_V1_8_1_WORD,) if dialect_of(release) is V1_8_0A0 else ()


def _named(version: str | None) -> tuple[Literal["version.txt", "version.py"], str]:
    """Which of the two files a text is of, and the version in it."""
    assigned = _ASSIGNED.search(version or "")
    return ("version.txt", (version or "").strip()) if assigned is None else ("version.py", assigned[1])


def _by_contents(texts: Mapping[FileRole, str]) -> Detection:
    native = texts.get("native_functions", "")
    for dialect, words in _BY_OPERATORS:
        if any(word in native for word in words):
            return Detection(dialect, "contents", "", True)
    if any(word in native for word in _NEWER_WORDS):
        return Detection(NEWEST, "contents", "", False)
    if any(word in native for word in _V1_8_WORDS):
        return Detection(V1_8_1, "contents", "", True)
    return Detection(DEFAULT, "default", "", True)
