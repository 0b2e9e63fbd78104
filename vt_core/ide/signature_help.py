"""Signature help: the parameters of what is being called in a formula, or of the operator whose schema is typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.cpp import cpp_bindings, cpp_returns, default_text, mode_of, returns_type
from vt_core.ide.callees import functions_called
from vt_core.ide.completion_place import CompletionPlace, completion_place
from vt_core.ide.entry_text import NOT_GRADIENTS
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.markdown import code
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.formula import Call, read_formula
from vt_core.syntax.nodes import FileRole
from vt_core.syntax.schema import parse_schema, split_list
from vt_core.text.spans import Span

_NO_HELPERS: Helpers = {}


class SignatureParameter(NamedTuple):
    """A stretch of the signature's label (code points), and what is known of the parameter (Markdown)."""

    span: Span
    documentation: str


class Signature(NamedTuple):
    """One way to call; `documentation` is Markdown."""

    label: str
    documentation: str
    parameters: tuple[SignatureParameter, ...]


class SignatureHelp(NamedTuple):
    """The signatures that fit, the best one and the parameter that is being typed, None beyond the last."""

    signatures: tuple[Signature, ...]
    active_signature: int
    active_parameter: int | None


def signature_help(
    snapshot: Snapshot, file: FileRole, offset: int, helpers: Helpers = _NO_HELPERS
) -> SignatureHelp | None:
    """What the brackets around an offset (code points) take; None where none are known."""
    place = completion_place(snapshot, file, offset)
    if place is None or place.kind != "value":
        return None
    if place.field == ("func" if file == "native_functions" else "name"):
        return _in_schema(place)
    if file == "native_functions" or place.field in NOT_GRADIENTS:
        return None
    return _in_formula(place, helpers)


# Formulas


def _in_formula(place: CompletionPlace, helpers: Helpers) -> SignatureHelp | None:
    found = read_formula(place.before).enclosing_call(len(place.before))
    if found is None:
        return None
    call, active = found
    signatures = [*_helper_signatures(call, helpers), *_operator_signatures(place.snapshot, call)]
    return _help(signatures, active)


def _helper_signatures(call: Call, helpers: Helpers) -> list[Signature]:
    """A helper's declarations; that of a definition that says the same is left out."""
    if call.receiver is not None or call.scope not in ("", "at", "torch::autograd::generated::details"):
        return []
    found: dict[tuple[str, ...], Signature] = {}
    for helper in helpers.get(call.name, ()):
        types = (helper.return_type, *[parameter.type for parameter in helper.parameters])
        found.setdefault(types, _helper_signature(helper))
    return list(found.values())


def _helper_signature(helper: Helper) -> Signature:
    parameters = [f"{p.type} {p.name}".strip() + (f" = {p.default}" if p.default else "") for p in helper.parameters]
    return _signature(f"{helper.return_type} {helper.name}", [(text, "") for text in parameters], helper.comment)


def _operator_signatures(snapshot: Snapshot, call: Call) -> list[Signature]:
    """An operator's overloads in C++, as functions or as methods."""
    index = snapshot.native_index
    if call.receiver is None and call.scope not in ("", "at", "::at"):
        return []
    variant = "function" if call.receiver is None else "method"
    functions = [index.functions[placed] for placed in functions_called(snapshot, call.name)]
    fitting = [function for function in functions if variant in function.variants]
    return [_operator_signature(snapshot, function, variant) for function in fitting]


def _operator_signature(snapshot: Snapshot, function: NativeFunction, variant: str) -> Signature:
    dialect, cache = snapshot.dialect, snapshot.store.cpp
    parameters: list[tuple[str, str]] = []
    for binding in cpp_bindings(function.func, dialect, cache, mode_of(function)):
        argument = binding.argument
        if variant == "method" and binding.name == "self":
            continue
        text = f"{binding.type} {binding.name}".strip()
        if argument is not None and argument.default is not None:
            default = default_text(argument.default, argument.type, dialect)
            text += f" = {default or argument.default}"
        parameters.append((text, code(str(argument)) if argument is not None else ""))
    returned = returns_type(cpp_returns(function.func.returns, dialect, cache, mode_of(function)), dialect)
    return _signature(f"{returned} {function.cpp_name}", parameters, code(function.func.text, 500))


def _signature(head: str, parameters: Iterable[tuple[str, str]], documentation: str) -> Signature:
    """A label with where each parameter stands in it."""
    label = f"{head}("
    spans: list[SignatureParameter] = []
    for text, about in parameters:
        label += ", " if spans else ""
        spans.append(SignatureParameter(Span(len(label), len(label) + len(text)), about))
        label += text
    return Signature(f"{label})", documentation, tuple(spans))


def _help(signatures: Sequence[Signature], active: int) -> SignatureHelp | None:
    """The first signature that has the parameter being typed is the best."""
    if not signatures:
        return None
    best = next((at for at, signature in enumerate(signatures) if len(signature.parameters) > active), 0)
    within = active < len(signatures[best].parameters)
    return SignatureHelp(tuple(signatures), best, active if within else None)


# Schemas


def _in_schema(place: CompletionPlace) -> SignatureHelp | None:
    """The schemas of the operator that is typed; in `func` those of its other overloads and variants."""
    typed = place.before.lstrip()
    opening = typed.find("(")
    if opening < 0 or _is_closed(typed, opening):
        return None
    operator, index = typed[:opening].strip(), place.snapshot.native_index
    name = operator.partition(".")[0]
    names = [name] if place.cursor.file == "derivatives" else [name, name.removesuffix("_"), f"{name}_"]
    functions = [index.functions[p] for name in dict.fromkeys(names) for p in index.by_name.get(name, ())]
    if place.cursor.file == "native_functions":
        functions = [f for f in functions if f.func.text != place.cursor.specification]
    elif any(function.func.name.text == operator for function in functions):
        functions = [function for function in functions if function.func.name.text == operator]
    listed = split_list(typed, opening + 1, len(typed))[:-1]
    active = len([piece for piece in listed if piece.text.strip() != "*"])
    return _help([_schema_signature(function.func.text) for function in functions], active)


def _is_closed(typed: str, opening: int) -> bool:
    inside = typed[opening:]
    return inside.count("(") <= inside.count(")")


def _schema_signature(schema: str) -> Signature:
    pieces = [piece for piece in parse_schema(schema).arguments if piece.text not in ("*", "")]
    return Signature(schema, "", tuple([SignatureParameter(piece.span, "") for piece in pieces]))
