"""What torchgen checks in a schema once its parts are read, where schemas may write to any argument
(`FunctionSchema.__post_init__` and `Arguments.__post_init__` since 1.13)."""

from __future__ import annotations

from vt_core.model.schema import Argument, FunctionSchema
from vt_core.model.schema_problems import Problem
from vt_core.model.signatures import after_self
from vt_core.syntax.schema import SchemaSyntax
from vt_core.text.spans import Span


def written_schema_problems(schema: FunctionSchema, syntax: SchemaSyntax) -> list[Problem]:
    """All of it, the strictest first."""
    problems: list[Problem] = []
    plain = not (schema.arguments.out or schema.name.inplace or schema.name.functional)
    if plain and "functional" not in schema.name.overload and not _writes(schema):
        return problems
    _check_before_self(schema, syntax, problems)
    _check_returns(schema, syntax, problems)
    if schema.arguments.out:
        _check_out(schema, syntax, problems)
    if schema.name.inplace:
        _check_inplace(schema, syntax, problems)
    if schema.arguments.options_index is not None and schema.kind != "functional":
        piece = next(p for p in syntax.arguments if p.text == str(schema.arguments.options[0]))
        data = {"operator": str(schema.name), "kind": schema.kind}
        problems.append(Problem("options-not-functional", piece.span, data))
    if "functional" in schema.name.overload and schema.kind != "functional":
        data = {"what": "functional-overload", "operator": str(schema.name), "kind": schema.kind}
        problems.append(Problem("operator-name", syntax.overload or syntax.operator_span, data))
    return problems


def _writes(schema: FunctionSchema) -> bool:
    return any(a.annotation is not None for a in schema.arguments.positional) or any(
        return_.annotation is not None for return_ in schema.returns
    )


def argument_span(argument: Argument, syntax: SchemaSyntax) -> Span:
    """The argument's piece of the schema."""
    return next((piece.span for piece in syntax.arguments if piece.text == str(argument)), syntax.operator_span)


def _check_before_self(schema: FunctionSchema, syntax: SchemaSyntax, problems: list[Problem]) -> None:
    """What stands before `self` is not written to."""
    for argument in schema.arguments.positional[: schema.arguments.self_index or 0]:
        if argument.is_write:
            data = {"operator": str(schema.name), "argument": argument.name}
            problems.append(Problem("mutable-before-self", argument_span(argument, syntax), data))


def _check_returns(schema: FunctionSchema, syntax: SchemaSyntax, problems: list[Problem]) -> None:
    """Out arguments are returned in their order, other arguments but `self` not at all, and not beside new values."""
    operator, returns = str(schema.name), schema.returns
    out = schema.arguments.out
    for argument, return_, piece in zip(out, returns, syntax.returns):
        if argument.annotation != return_.annotation:
            data = {"operator": operator, "argument": str(argument), "return": str(return_), "name": argument.name}
            problems.append(Problem("out-annotation", piece.span, data))
    written = {a.annotation for a in after_self(schema.arguments) if a.is_write}
    targets = {a.annotation for a in (*out, *(p for p in schema.arguments.positional if p.name == "self"))}
    for return_, piece in zip(returns, syntax.returns):
        if return_.annotation is not None and return_.annotation in written:
            data = {"operator": operator, "return": str(return_), "what": "positional"}
            argument = next(a for a in after_self(schema.arguments) if a.annotation == return_.annotation)
            problems.append(Problem("mutable-return", argument_span(argument, syntax), data))
        elif return_.is_write and return_.annotation not in targets and not problems:
            problems.append(Problem("mutable-return", piece.span, {"operator": operator, "return": str(return_)}))
    if any(return_.is_write for return_ in returns) and not all(return_.is_write for return_ in returns):
        piece = next(piece for return_, piece in zip(returns, syntax.returns) if not return_.is_write)
        problems.append(Problem("mutable-return", piece.span, {"operator": operator, "what": "mixed"}))


def _check_out(schema: FunctionSchema, syntax: SchemaSyntax, problems: list[Problem]) -> None:
    """Tensors written to are returned, lists of them are not, scratch space is not."""
    out, returns = schema.arguments.out, schema.returns
    span = syntax.returns_span or Span(0, 0)
    data = {"operator": str(schema.name), "out": str(len(out)), "returns": str(len(returns))}
    if any(str(argument.type) != "Tensor" for argument in out):
        if returns:
            problems.append(Problem("out-return-count", span, {**data, "what": "list"}))
        return
    returned = [argument for argument in out if not argument.name.startswith("_scratch_")]
    if len(returned) != len(returns):
        problems.append(Problem("out-return-count", span, {**data, "out": str(len(returned))}))


def _check_inplace(schema: FunctionSchema, syntax: SchemaSyntax, problems: list[Problem]) -> None:
    """An in-place function writes to `self`, and returns it alone if it is a tensor, else nothing."""
    own, returns = schema.arguments.self_argument, schema.returns
    operator = str(schema.name)
    if schema.arguments.out:
        data = {"operator": operator, "out": schema.arguments.out[0].name}
        problems.append(Problem("inplace-and-out", argument_span(schema.arguments.out[0], syntax), data))
    if own is None or not own.is_write:
        span = syntax.operator_span if own is None else argument_span(own, syntax)
        what = "no-self" if own is None else "self-not-written"
        problems.append(Problem("inplace-self", span, {"operator": operator, "what": what}))
        return
    span = syntax.returns_span or Span(0, 0)
    if str(own.type) == "Tensor":
        if len(returns) != 1 or returns[0].annotation != own.annotation:
            problems.append(Problem("inplace-return", span, {"operator": operator, "returns": str(len(returns))}))
    elif returns:
        data = {"operator": operator, "returns": str(len(returns)), "what": "not-tensor", "type": str(own.type)}
        problems.append(Problem("inplace-return", span, data))
