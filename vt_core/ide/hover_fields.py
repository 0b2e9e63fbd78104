"""Cards of fields, their values, dispatch keys and kernels."""

from __future__ import annotations

from vt_core.ide.cursor import Cursor
from vt_core.ide.entry_view import EntryView, views_with
from vt_core.ide.field_docs import DERIVATIVES_FIELDS, DISPATCH_KEYS, NATIVE_FIELDS, TRUTHS, VALUES
from vt_core.ide.hover_card import Surroundings, declarations
from vt_core.ide.markdown import code, codes, paragraphs
from vt_core.ide.meaning import AutogradKey, DispatchKey, FieldName, FieldValue, Kernel, Tag, output_names
from vt_core.model.derivatives import DEFAULT_KEY
from vt_core.syntax.nodes import Scalar, Sequence

_MOST_DESCRIPTION = 500
_TRUE = ("yes", "true", "on")
_FALSE = ("no", "false", "off")


def field_text(cursor: Cursor, field: FieldName) -> str | None:
    """What a field is for."""
    if cursor.file == "derivatives":
        meaning = DERIVATIVES_FIELDS.get(field.name)
        return None if meaning is None else f"**{code(field.name)}**: {meaning}"
    dialect = cursor.snapshot.dialect
    meaning = NATIVE_FIELDS.get(field.name)
    known = field.name in dialect.native_fields
    if meaning is None and not known:
        return f"**{code(field.name)}**: no field that {dialect.release} knows: {codes(dialect.native_fields)}"
    missing = "" if known else f"{dialect.release} does not have this field: its generator refuses the entry"
    return paragraphs([f"**{code(field.name)}**: {meaning}" if meaning else f"**{code(field.name)}**", missing])


def value_text(cursor: Cursor, value: FieldValue) -> str | None:
    """What a value of a field says."""
    if value.field == "output_differentiability":
        return _flag_text(cursor, value)
    known = VALUES.get((value.field, value.text))
    if known is not None:
        return f"**{code(value.text)}**: {known}"
    truth = TRUTHS.get(value.field)
    word = value.text.lower()
    if truth is not None and word in (*_TRUE, *_FALSE):
        return f"**{code(value.text)}**: {truth[word in _FALSE]}"
    if value.field == "variants":
        return f"**{code(value.text)}**: no variant; there are `function` and `method`"
    if value.field == "cpp_no_default_args":
        return f"**{code(value.text)}**: the public C++ signature leaves out the default of this argument"
    if value.field == "structured_inherits":
        return f"**{code(value.text)}**: the C++ class that the structured kernel derives from"
    if value.field == "python_module":
        return f"**{code(value.text)}**: the Python module that gets the binding"
    return None


def _flag_text(cursor: Cursor, value: FieldValue) -> str | None:
    """A flag of `output_differentiability`, with the output that it is about."""
    word = value.text.strip("[] ").lower()
    if word not in (*_TRUE, *_FALSE):
        return f"**{code(value.text)}**: a flag of an output; `True` or `False` is meant"
    says = TRUTHS["output_differentiability"][word in _FALSE]
    field = None if cursor.placed is None else cursor.placed.entry.fields.get("output_differentiability")
    items = field.value.items if field is not None and isinstance(field.value, Sequence) else ()
    at = next((at for at, item in enumerate(items) if isinstance(item, Scalar) and item is cursor.scalar), None)
    names = () if cursor.function is None else output_names(cursor.snapshot.native_index.functions[cursor.function])
    if at is None:
        return f"**{code(value.text)}**: the output {says}"
    if at >= len(names):
        return f"**{code(value.text)}**: there is no output {at + 1}" if names else f"output {at + 1} {says}"
    return f"**{code(value.text)}**: output {at + 1}, {code(names[at])}, {says}"


def dispatch_key_text(cursor: Cursor, key: DispatchKey) -> str:
    """What a dispatch key stands for."""
    dialect = cursor.snapshot.dialect
    meaning = DISPATCH_KEYS.get(key.key)
    if key.key not in dialect.dispatch_keys:
        other = f" {meaning}" if meaning else ""
        return f"**{code(key.key)}**: no dispatch key of {dialect.release}.{other}"
    return f"**{code(key.key)}**: {meaning}" if meaning else f"**{code(key.key)}**: a dispatch key"


def autograd_key_text(cursor: Cursor, key: AutogradKey) -> str:
    """An autograd key under which a derivatives entry has formulas."""
    known = cursor.snapshot.dialect.autograd_keys
    if key.key == DEFAULT_KEY:
        head = "formulas for all tensors whose autograd key has none of its own here"
    elif key.key in known:
        head = "formulas for tensors with this autograd key, in place of those for `Default`"
    else:
        return f"**{code(key.key)}**: no autograd key of {cursor.snapshot.dialect.release}: {codes(sorted(known))}"
    info, placed = cursor.info, cursor.placed
    name = None
    if info is not None and placed is not None and info.autograd_key == key.key:
        name = cursor.snapshot.derivatives_index.node_name(placed, info, cursor.snapshot.dialect)
    return paragraphs([f"**{code(key.key)}**: {head}", "" if name is None else f"Backward node {code(name)}"])


def tag_text(cursor: Cursor, tag: Tag) -> str:
    """A tag as tags.yaml describes it, and how many functions have it."""
    snapshot = cursor.snapshot
    described = next((view for view in views_with(snapshot.tags, tag.name) if _declares(view, tag.name)), None)
    if described is None and snapshot.tags.blocks:
        return f"**{code(tag.name)}**: no tag that tags.yaml declares"
    desc = None if described is None else described.scalar("desc")
    text = "" if desc is None else " ".join(desc.value.split())
    text = text if len(text) <= _MOST_DESCRIPTION else text[: _MOST_DESCRIPTION - 1] + "…"
    functions = snapshot.native_index.functions
    count = sum(tag.name in f.tags for f in functions.values() if not f.is_generated)
    having = f"{count} {'function has' if count == 1 else 'functions have'} it" if cursor.file == "tags" else ""
    return paragraphs([f"**{code(tag.name)}**: a tag" if not text else f"**{code(tag.name)}**: {text}", having])


def _declares(view: EntryView, name: str) -> bool:
    tag = view.scalar("tag")
    return tag is not None and tag.value == name


def kernel_text(cursor: Cursor, kernel: Kernel, known: Surroundings) -> str:
    """A kernel, and where the workspace defines it."""
    keys = [part.strip() for part in kernel.keys.split(",")]
    head = f"**{code(kernel.name)}**: C++ function in `at::native`, the kernel for {codes(keys)}"
    function = None if cursor.function is None else cursor.snapshot.native_index.functions[cursor.function]
    if function is not None and function.structured:
        head = f"**{code(kernel.name)}**: structured kernel (`TORCH_IMPL_FUNC`) for {codes(keys)}"
    found = known.kernels.get(kernel.name)
    return paragraphs([head, declarations(found) if found else ""])
