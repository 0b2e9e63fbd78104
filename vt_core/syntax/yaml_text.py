"""Texts read as YAML, and PyYAML loaded by the first text that needs it: released pairs are read without it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from vt_core.syntax.nodes import Node

if TYPE_CHECKING:
    from vt_core.syntax.yaml_tags import YamlProblem


class Reading(NamedTuple):
    """`node` is None for a text without content, and where there is a problem."""

    node: Node | None
    problem: YamlProblem | None


def read_yaml(text: str) -> Reading:
    """Read one document. Never raises for what the text holds."""
    from vt_core.syntax.yaml_reader import read_document

    return Reading(*read_document(text))


def has_anchor(text: str) -> bool:
    """Whether an anchor (`&name`) stands in the text; a text that YAML cannot scan has none."""
    from vt_core.syntax.yaml_reader import scan_for_anchor

    return scan_for_anchor(text)


def binary_value(text: str) -> bytes:
    """The value of `!!binary`; nothing for a text that is none."""
    import base64
    import binascii

    try:
        return base64.decodebytes(text.encode("ascii"))
    except (UnicodeEncodeError, binascii.Error):
        return b""


def reads_slowly() -> bool:
    """Whether YAML was read, and without PyYAML's C loader, which takes many times as long."""
    reader = sys.modules.get("vt_core.syntax.yaml_reader")
    return reader is not None and not reader.HAS_C_LOADER
