"""Which release a pair belongs to: what the user says, else version.txt, else the files' contents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import DEFAULT, NEWEST, dialect_of, nearest_dialect, read_release
from vt_core.dialects.v1_8 import V1_8_0A0, V1_8_1
from vt_core.syntax.nodes import FileRole

Source = Literal["configuration", "version.txt", "contents", "default"]

# In native_functions.yaml since some release between 1.8 and 2.1, in hundreds of entries.
_NEWER_WORDS = ("autogen:", "SymInt", "CompositeExplicitAutograd")

# In native_functions.yaml of 1.8 in hundreds of entries, gone soon after.
_V1_8_WORDS = ("use_c10_dispatcher:", "DefaultBackend:")

# In derivatives.yaml of the 1.8 releases, but not yet of the state that calls itself 1.8.0a0 here.
_V1_8_1_WORD = "to_args_scalartypes("


class Detection(NamedTuple):
    """The dialect, how it was found, and the release that was named, `""` where none was.

    `exact` is False where the dialect is another release's, the nearest: what it refuses may be fine.
    """

    dialect: Dialect
    source: Source
    named: str
    exact: bool


def detect(configured: Dialect | None, version: str | None, texts: Mapping[FileRole, str]) -> Detection:
    """Find the dialect. `version` is the text of the checkout's version.txt, None without one."""
    if configured is not None:
        return Detection(configured, "configuration", configured.release, True)
    named = (version or "").strip()
    release = read_release(named)
    if release is None:
        return _by_contents(texts)
    own = dialect_of(release)
    if own is None:
        return Detection(nearest_dialect(release), "version.txt", named, False)
    # The release branch never raised its version.txt: 1.8.1 calls itself 1.8.0a0 too.
    if own is V1_8_0A0 and _V1_8_1_WORD in texts.get("derivatives", ""):
        return Detection(V1_8_1, "contents", named, True)
    return Detection(own, "version.txt", named, True)


def deciding_words(configured: Dialect | None, version: str | None) -> tuple[str, ...]:
    """The words whose presence in the files decides, so that an edit elsewhere cannot change what `detect` says."""
    if configured is not None:
        return ()
    release = read_release((version or "").strip())
    if release is None:
        return (*_NEWER_WORDS, *_V1_8_WORDS)
    return (_V1_8_1_WORD,) if dialect_of(release) is V1_8_0A0 else ()


def _by_contents(texts: Mapping[FileRole, str]) -> Detection:
    native = texts.get("native_functions", "")
    if any(word in native for word in _NEWER_WORDS):
        return Detection(NEWEST, "contents", "", False)
    if any(word in native for word in _V1_8_WORDS):
        return Detection(V1_8_1, "contents", "", True)
    return Detection(DEFAULT, "default", "", True)
