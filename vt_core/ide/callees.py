"""Which operators a call in a formula may mean."""

from __future__ import annotations

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.formula import Call, Formula, Token


def functions_called(snapshot: Snapshot, name: str) -> tuple[PlacedEntry, ...]:
    """The functions of a C++ name (`add`, `add_`, and `add_out` for out variants), in file order."""
    index = snapshot.native_index
    found = [placed for placed in index.by_name.get(name, ()) if index.functions[placed].cpp_name == name]
    if name.endswith("_out"):
        overloads = index.by_name.get(name[: -len("_out")], ())
        found += [placed for placed in overloads if index.functions[placed].cpp_name == name]
    return tuple(found)


def callees(
    token: Token, formula: Formula, about: NativeFunction | None, snapshot: Snapshot
) -> tuple[PlacedEntry, ...]:
    """The operators that an identifier of a formula may call, as a function (`at::` before it or nothing) or as a
    method of a tensor; of several overloads those that take as many arguments. `about` is the formula's function.
    """
    name = token.text
    member = next((member for member in formula.members if member.name_span == token.span), None)
    call = next((call for call in formula.calls if call.name_span == token.span), None)
    if call is None:
        return ()
    if member is None:
        found = functions_called(snapshot, name) if call.scope in ("", "at", "::at") else ()
        return _preferred(snapshot, found, "function", call)
    if _is_list(formula.text[member.receiver.start : member.receiver.end], about):
        return ()
    return _preferred(snapshot, functions_called(snapshot, name), "method", call, required=True)


def _is_list(receiver: str, about: NativeFunction | None) -> bool:
    """Whether methods of an expression are those of a list and no operators."""
    if receiver == "grads":
        return True
    arguments = () if about is None else about.func.arguments.all
    return any(argument.name == receiver and str(argument.type).endswith("]") for argument in arguments)


def _preferred(
    snapshot: Snapshot, found: tuple[PlacedEntry, ...], variant: str, call: Call, *, required: bool = False
) -> tuple[PlacedEntry, ...]:
    """Those that exist as this variant (if `required`, no others) and take the call's arguments; if none does, all."""
    functions = snapshot.native_index.functions
    existing = tuple([placed for placed in found if variant in functions[placed].variants])
    found = existing if required else existing or found
    if not call.closed:
        return found
    given = len(call.arguments) + (call.receiver is not None)
    fitting = [placed for placed in found if takes(functions[placed], given)]
    return tuple(fitting) or found


def takes(function: NativeFunction, given: int) -> bool:
    """Whether its C++ function can be called with so many arguments."""
    arguments = function.func.arguments
    required = sum(argument.default is None for argument in arguments.all)
    most = len(arguments.all)
    if arguments.options:
        # The four are one TensorOptions in C++, and may be given apart as well.
        required -= sum(argument.default is None for argument in arguments.options[1:])
    return required <= given <= most
