"""What stands under the cursor, in words, and for operators the C++ that is generated."""

from __future__ import annotations

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor, cursor_at
from vt_core.ide.hover_card import ALONE, HoverCard, Surroundings
from vt_core.ide.hover_fields import (
    autograd_key_text,
    dispatch_key_text,
    field_text,
    kernel_text,
    tag_text,
    value_text,
)
from vt_core.ide.hover_keys import key_text
from vt_core.ide.hover_operator import operator_card
from vt_core.ide.hover_schema import schema_text
from vt_core.ide.hover_words import word_text
from vt_core.ide.meaning import (
    AutogradKey,
    DispatchKey,
    FieldName,
    FieldValue,
    FormulaWord,
    GradientKey,
    Kernel,
    Meaning,
    Operator,
    SchemaItem,
    Tag,
    meaning_at,
)
from vt_core.syntax.nodes import FileRole


def hover(snapshot: Snapshot, file: FileRole, offset: int, known: Surroundings = ALONE) -> HoverCard | None:
    """The card for an offset (code points), None where there is nothing to say: white space, punctuation, comments."""
    if not snapshot.document(file).blocks:
        return None  # there is no tags.yaml
    cursor = cursor_at(snapshot, file, offset)
    meaning = meaning_at(cursor)
    # In a quote or the fold of a scalar an offset touches what comes next in the value, but not in the file.
    if meaning is None or not meaning.span.start <= cursor.start + cursor.offset <= meaning.span.end:
        return None
    if isinstance(meaning, Operator):
        return operator_card(cursor, meaning, known)
    text = _text(cursor, meaning, known)
    return HoverCard(file, meaning.span, text) if text else None


def _text(cursor: Cursor, meaning: Meaning, known: Surroundings) -> str | None:
    if isinstance(meaning, SchemaItem):
        return schema_text(cursor, meaning)
    if isinstance(meaning, GradientKey):
        return key_text(cursor, meaning)
    if isinstance(meaning, FormulaWord):
        return word_text(cursor, meaning, known)
    if isinstance(meaning, FieldName):
        return field_text(cursor, meaning)
    if isinstance(meaning, FieldValue):
        return value_text(cursor, meaning)
    if isinstance(meaning, DispatchKey):
        return dispatch_key_text(cursor, meaning)
    if isinstance(meaning, AutogradKey):
        return autograd_key_text(cursor, meaning)
    if isinstance(meaning, Tag):
        return tag_text(cursor, meaning)
    assert isinstance(meaning, Kernel)
    return kernel_text(cursor, meaning, known)
