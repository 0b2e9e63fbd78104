"""tags.yaml: the tags that functions may have (torchgen's `parse_tags_yaml`)."""

from __future__ import annotations

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.dialects.dialect import Dialect
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Place, Scalar


def reads_tags(document: Document, dialect: Dialect) -> bool:
    """Whether the generator of the release reads tags.yaml, and there is one with anything in it."""
    return dialect.checks is not None and bool(document.placed())


def declared_tags(document: Document, dialect: Dialect) -> frozenset[str] | None:
    """The tags that the file declares; None where none is read or it cannot be."""
    if not reads_tags(document, dialect) or document.fault is not None:
        return None
    if any(block.syntax.faults for block in document.odd):
        return None
    found: list[str] = []
    for placed in document.placed():
        tag = placed.entry.scalar("tag")
        if tag is not None:
            found.append(tag.value)
    return frozenset(found)


def tag_faults(placed: PlacedEntry) -> tuple[Fault, ...]:
    """What is wrong with one entry."""
    entry = placed.entry
    if not isinstance(entry.node, Mapping):
        return (Fault("entry-not-mapping", Place("tags"), {"field": "tag"}),)
    if "tag" not in entry.fields:
        return (Fault("missing-field", Place("tags"), {"field": "tag"}),)
    desc = entry.fields.get("desc")
    if desc is None or (isinstance(desc.value, Scalar) and desc.value.kind == "str" and not desc.value.value):
        tag = entry.scalar("tag")
        data = {"tag": "" if tag is None else tag.value}
        return (Fault("tag-description", Place("tags", ("tag",)), data),)
    return ()
