"""Where the recorded corpora are: real pairs of files with the generator's own results, never part of the project."""

from __future__ import annotations

import json
import lzma
import os
import warnings
from pathlib import Path
from typing import Any

import pytest

from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named
from vt_core.syntax.nodes import FileRole

ROOT = Path(__file__).parents[1]
CORPORA = ROOT.parent / "shared" / "corpus"
ACCEPTANCE = ROOT.parent / "shared" / "acceptance"
FAMILY_1_8 = ("v1.8.0a0-c39fb97", "v1.8.1")
FAMILY_2_X = ("v2.1.2", "v2.5.1", "v2.9.1", "v2.13.0", "v2.15.0")
# Of each family the oldest and a new one.
SOME = (*FAMILY_1_8, "v2.1.2", "v2.13.0")


def need(what: str, *, there: bool) -> None:
    """Skip, loudly, for want of something outside the project; fail where everything is required."""
    if there:
        return
    if os.environ.get("VT_LSP_REQUIRE_ALL") == "1":
        pytest.fail(f"{what} is missing, and VT_LSP_REQUIRE_ALL=1")
    warnings.warn(f"SKIPPED: {what} is missing", stacklevel=2)
    pytest.skip(f"{what} is missing")


def corpus(name: str) -> Path:
    """The folder of a corpus."""
    folder = CORPORA / name
    need(f"the corpus {name} (../shared/corpus)", there=folder.is_dir())
    return folder


def corpus_texts(name: str) -> dict[FileRole, str]:
    """The pair of a corpus, with its tags where the release has some."""
    folder = corpus(name)
    roles: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")
    files = {role: folder / f"{role}.yaml" for role in roles}
    return {role: file.read_text(encoding="utf-8") for role, file in files.items() if file.is_file()}


def corpus_dialect(name: str) -> Dialect:
    """The dialect of a corpus's release."""
    dialect = dialect_named(name.removeprefix("v").partition("-")[0])
    assert dialect is not None
    return dialect


def corpus_snapshot(name: str) -> Snapshot:
    """A corpus analysed as the release that it is."""
    return new_snapshot(corpus_texts(name), corpus_dialect(name))


def recorded(name: str, file: str) -> Any:
    """A recorded result, unpacked: a list of rows for `.jsonl.xz`, the value for `.json.xz`."""
    with lzma.open(corpus(name) / file, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream] if file.endswith(".jsonl.xz") else json.load(stream)


def recorded_value(name: str, file: str) -> Any:
    """A recorded result that is not packed."""
    return json.loads((corpus(name) / file).read_text(encoding="utf-8"))
