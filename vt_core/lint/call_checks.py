"""Calls of operators and of the functions that are written by hand: what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.functions_manual import manual_functions, takes
from vt_core.lint.called import CallSite, is_known_elsewhere
from vt_core.lint.calls import arguments_of, is_method
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def is_unknown(site: CallSite, dialect: Dialect) -> bool:
    """Whether a call that means no operator is of nothing else that is known, either. Types, and methods of what is no
    tensor, are not judged."""
    scope, _, name = site.call.name.rpartition("::")
    if scope not in ("", "at", "::at") or not (name[:1].islower() or name[:1] == "_"):
        return False
    return not is_known_elsewhere(name, dialect) and not is_method(site.call, site.formula.code)


def call_faults(site: CallSite, functions: Sequence[NativeFunction], dialect: Dialect) -> Iterator[Fault]:
    """What is wrong with a call of one of `functions` (all of that base name), or of a function written by hand."""
    call, formula = site.call, site.formula
    if call.name.startswith('"'):
        yield from _not_implemented(site, functions)
        return
    code = formula.code
    name = call.name.rpartition("::")[2]
    plain = name.removesuffix("_symint")
    given = len(call.bounds) - 1
    if given == 1 and not code[call.bounds[0] + 1 : call.bounds[1]].strip():
        given = 0
    method = is_method(call, code)
    fitting = [f for f in functions if f.cpp_name == plain and ("method" if method else "function") in f.variants]
    if not fitting or (method and name == "size"):  # lists have a size as well
        return
    matching = [f for f in fitting if _takes(f, given + method)]
    helpers = "" if method else manual_functions(dialect.release).get(name, "")
    if not matching:
        if helpers and takes(helpers, given):
            return
        counts = sorted({len(f.func.arguments.all) - method for f in fitting})
        data = {"operator": site.operator, "name": name, "given": str(given), "takes": ", ".join(map(str, counts))}
        yield Fault("argument-count", formula.place(call.start, call.start + len(call.name)), data)
    elif formula.derivative is not None and not method:
        if not helpers and call.start == 0 and call.bounds[-1] == len(code) - 1:
            yield from _values(site, matching)
        if len(formula.names) > 1:
            yield from _key_order(site, matching)
            if "defined()" not in code:
                yield from _unguarded(site, matching)


def _values(site: CallSite, functions: Sequence[NativeFunction]) -> Iterator[Fault]:
    """A formula that is one call gives as many tensors as the operator returns."""
    formula = site.formula
    counts = {len(f.func.returns) for f in functions}
    wanted = len(formula.names)
    wrong = min(counts) > 1 if wanted == 1 else max(counts) < wanted
    if wrong:
        data = {"operator": site.operator, "names": ", ".join(formula.names), "values": str(min(counts))}
        yield Fault("formula-values", formula.place(), {**data, "called": site.call.name})


def _key_order(site: CallSite, functions: Sequence[NativeFunction]) -> Iterator[Fault]:
    """The tensors that a call gives go to the arguments in the order of the key: by their names, to the wrong ones."""
    formula = site.formula
    returned = [return_.name for return_ in functions[0].func.returns]
    if len(functions) > 1 or len(returned) != len(formula.names):
        return
    wanted = [f"grad_{name}" for name in formula.names]
    if sorted(map(str, returned)) == sorted(wanted) and returned != wanted:
        order = ", ".join([str(name).removeprefix("grad_") for name in returned])
        data = {"operator": site.operator, "called": site.call.name, "key": formula.key, "order": order}
        yield Fault("key-order", Place("derivatives", (*formula.path, formula.key), "key"), data)


def _unguarded(site: CallSite, functions: Sequence[NativeFunction]) -> Iterator[Fault]:
    """An operator that takes a tensor does not take a gradient that is not defined."""
    call, formula = site.call, site.formula
    for argument, given in enumerate(arguments_of(call, formula.code)):
        if not re.search(r"(?<![\w.])grads?(?!\w)", given):
            continue
        listed = [f.func.arguments.all for f in functions]
        if any(argument >= len(one) or str(one[argument].type) != "Tensor" for one in listed):
            continue
        data = {"operator": site.operator, "called": call.name, "names": ", ".join(formula.names)}
        yield Fault("unguarded-gradient", formula.place(call.start, call.start + len(call.name)), data)
        return


def _not_implemented(site: CallSite, functions: Sequence[NativeFunction]) -> Iterator[Fault]:
    """`not_implemented` tells the user which operator it is: it should be this one."""
    named = site.call.name[1:]
    own = site.operator.partition(".")[0]
    if named == own or named.strip("_") == own.strip("_") or not any(f.func.name.name == named for f in functions):
        return
    place = site.formula.place(site.call.start, site.call.start + len(named))
    yield Fault("not-implemented-name", place, {"operator": site.operator, "named": named, "name": own})


def _takes(function: NativeFunction, given: int) -> bool:
    """Whether the C++ function can be called with so many arguments."""
    arguments = function.func.arguments
    listed = arguments.all
    if given == len(listed):
        return True
    required = sum([argument.default is None for argument in listed])
    if arguments.options_index is not None:
        required -= sum([argument.default is None for argument in arguments.options[1:]])
    return required <= given <= len(listed)
