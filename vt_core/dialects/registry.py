"""The dialects that exist, by the names of the releases that they speak for."""

from __future__ import annotations

import re
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v1_8 import V1_8_0A0, V1_8_1
from vt_core.dialects.v2_x import RELEASES

# From the oldest to the newest.
DIALECTS = (V1_8_0A0, V1_8_1, *RELEASES)

NEWEST = DIALECTS[-1]

# For a pair that shows no sign of its release.
DEFAULT = V1_8_1

# 1.13 was followed by 2.0.
_MINORS_BEFORE_2 = 14


class Release(NamedTuple):
    """A release's number. `alpha`: the state of the main branch before that release, `1.8.0a0`."""

    major: int
    minor: int
    alpha: bool


def read_release(text: str) -> Release | None:
    """The release that `1.8`, `1.8.1+cu111` or `2.1.0a0+git1f3d4e5` names; None where the text names none."""
    found = re.match(r"v?(\d{1,4})\.(\d{1,4})(?:\.(\d+))?(a\d+)?(?!\w)", text.strip())
    if found is None:
        return None
    return Release(int(found[1]), int(found[2]), found[4] is not None and int(found[3] or 0) == 0)


def dialect_of(release: Release) -> Dialect | None:
    """The dialect that was made for a release. Patch releases share their minor release's."""
    fitting = [dialect for dialect in DIALECTS if _is_minor_of(dialect, release)]
    if not fitting:
        return None
    same_state = [dialect for dialect in fitting if _release_of(dialect).alpha == release.alpha]
    return (same_state or fitting)[-1]


def nearest_dialect(release: Release) -> Dialect:
    """The dialect of the release that is the fewest minor releases away; of two as near the newer one."""
    if release[:2] > _release_of(NEWEST)[:2]:
        return NEWEST
    wanted = _ordinal(release)
    distances = [(abs(_ordinal(_release_of(dialect)) - wanted), -at) for at, dialect in enumerate(DIALECTS)]
    return dialect_of(release) or DIALECTS[-min(distances)[1]]


def dialect_named(name: str) -> Dialect | None:
    """The dialect that a user names: `1.8`, `1.8.1`, `1.8.0a0`; None for one that does not exist."""
    release = read_release(name)
    return None if release is None else dialect_of(release)


def dispatch_key_since(key: str, dialect: Dialect) -> str:
    """The first later release that has a dispatch key, `""` if none has it."""
    later = DIALECTS[DIALECTS.index(dialect) + 1 :] if dialect in DIALECTS else ()
    return next((one.release for one in later if key in one.dispatch_keys), "")


def known_names() -> tuple[str, ...]:
    """What a user may name: minor releases, and the releases that the dialects were made from."""
    names: dict[str, None] = {}
    for dialect in reversed(DIALECTS):
        release = _release_of(dialect)
        names.update({f"{release.major}.{release.minor}": None, dialect.release: None})
    return tuple(names)


def _release_of(dialect: Dialect) -> Release:
    release = read_release(dialect.release)
    assert release is not None
    return release


def _is_minor_of(dialect: Dialect, release: Release) -> bool:
    return _release_of(dialect)[:2] == release[:2]


def _ordinal(release: Release) -> int:
    return release.minor + (_MINORS_BEFORE_2 * (release.major - 1))
