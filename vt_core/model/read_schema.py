"""From a schema's syntax to its value, with every refusal of the generator (torchgen's `FunctionSchema.parse`)."""

from __future__ import annotations

from vt_core.model.right_schema import options_indexes, read_right_schema, self_index
from vt_core.model.schema import Argument, Arguments, FunctionSchema, OperatorName, Return, function_schema
from vt_core.model.schema_consistency import argument_span, written_schema_problems
from vt_core.model.schema_parts import SchemaCache, SchemaFacts, read_argument, read_operator_name, read_return
from vt_core.model.schema_problems import Problem, empty_piece, outline_problem, returns_outline
from vt_core.model.signatures import mutable_schema
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Place
from vt_core.syntax.schema import SchemaSyntax, parse_schema
from vt_core.text.spans import Span


def read_schema(text: str, facts: SchemaFacts, cache: SchemaCache) -> tuple[FunctionSchema | None, tuple[Fault, ...]]:
    """The schema, or what the generator refuses in it, at the `func` value of a native_functions.yaml entry."""
    right = read_right_schema(text, facts, cache)
    return (right, ()) if right is not None else read_schema_in_parts(text, facts, cache)


def read_schema_in_parts(
    text: str, facts: SchemaFacts, cache: SchemaCache
) -> tuple[FunctionSchema | None, tuple[Fault, ...]]:
    """The same, with the place of each part at hand, as is needed to say what is wrong."""
    written = facts.any_argument_written
    syntax = parse_schema(text, last_arrow=written)
    outline = outline_problem(syntax, arrows=written)
    if outline is not None:
        # Where the parts begin and end is open: what they say would mislead.
        return None, (fault_at(outline, "native_functions", ("func",)),)
    problems: list[Problem] = []
    name = _tried(problems, syntax, facts)
    arguments = _arguments(syntax, facts, cache, problems)
    returns = _returns(syntax, facts, cache, problems)
    if not problems and name is not None:
        if written:
            schema = mutable_schema(text, name, arguments, returns, scatter_copies=facts.scatter_copies)
            problems.extend(written_schema_problems(schema, syntax))
        else:
            schema = function_schema(text, name, arguments, returns)
            problems.extend(_consistency(schema, syntax, facts))
        if not problems:
            return schema, ()
    return None, tuple(fault_at(problem, "native_functions", ("func",)) for problem in problems)


def fault_at(problem: Problem, file: FileRole, path: tuple[str, ...]) -> Fault:
    return Fault(problem.rule, Place(file, path, "value", problem.span.start, problem.span.end), problem.data)


def _tried(problems: list[Problem], syntax: SchemaSyntax, facts: SchemaFacts) -> OperatorName | None:
    try:
        return read_operator_name(syntax.text[: syntax.open], facts)
    except Problem as problem:
        # A name that is not there is missing before the parenthesis.
        missing = problem.span.start == problem.span.end
        problems.append(Problem(problem.rule, Span(0, 1), problem.data) if missing else problem)
        return None


def _arguments(syntax: SchemaSyntax, facts: SchemaFacts, cache: SchemaCache, problems: list[Problem]) -> Arguments:
    positional: list[Argument] = []
    kwarg_only: list[Argument] = []
    out: list[Argument] = []
    current = positional
    for piece in syntax.arguments:
        if piece.text == "*":
            if current is not positional:
                problems.append(Problem("argument-syntax", piece.span, {"what": "star-twice", "argument": "*"}))
            current = kwarg_only
            continue
        if not piece.text:
            problems.append(empty_piece(piece, syntax))
            continue
        argument = read_argument(piece.text, facts, cache)
        if isinstance(argument, Problem):
            problems.append(_moved(argument, piece.start))
            continue
        assert isinstance(argument, Argument)
        if argument.is_write:
            current = out if current is kwarg_only else current
        elif current is out:
            # Once: what is wrong is the place of the out argument.
            if any(problem.data.get("what") == "after-out" for problem in problems):
                continue
            data = {"what": "after-out", "argument": argument.name}
            problems.append(Problem("argument-syntax", piece.span, data))
        current.append(argument)
    if syntax.arguments and syntax.arguments[-1].text == "*":
        data = {"what": "star-last", "argument": "*"}
        problems.append(Problem("argument-syntax", syntax.arguments[-1].span, data))
    return _grouped(positional, kwarg_only, out, syntax, problems)


def _grouped(
    positional: list[Argument],
    kwarg_only: list[Argument],
    out: list[Argument],
    syntax: SchemaSyntax,
    problems: list[Problem],
) -> Arguments:
    options = options_indexes(kwarg_only)
    for at in options[1:]:
        piece = next(p for p in reversed(syntax.arguments) if p.text == str(kwarg_only[at]))
        problems.append(Problem("argument-syntax", piece.span, {"what": "options-twice", "argument": piece.text}))
    return Arguments(
        tuple(positional), tuple(kwarg_only), tuple(out), self_index(positional), options[-1] if options else None
    )


def _returns(
    syntax: SchemaSyntax, facts: SchemaFacts, cache: SchemaCache, problems: list[Problem]
) -> tuple[Return, ...]:
    span = syntax.returns_span
    if span is None:
        return ()
    if span.start == span.end:
        at = (syntax.arrow or 0) + 1
        problems.append(Problem("schema-syntax", Span(at, at + 2), {"what": "no-return", "operator": syntax.operator}))
        return ()
    returns: list[Return] = []
    refused: list[Problem] = []
    for piece in syntax.returns:
        found = empty_piece(piece, syntax) if not piece.text else read_return(piece.text, facts, cache)
        if isinstance(found, Problem):
            refused.append(_moved(found, piece.start) if piece.text else found)
        else:
            assert isinstance(found, Return)
            returns.append(found)
    problems.extend(returns_outline(syntax, span, refused))
    return tuple(returns)


def _consistency(schema: FunctionSchema, syntax: SchemaSyntax, facts: SchemaFacts) -> list[Problem]:
    """What torchgen checks once the parts are read (`FunctionSchema.__post_init__`)."""
    arguments, returns = schema.arguments, schema.returns
    out = arguments.out
    problems: list[Problem] = []
    if not (out or schema.name.inplace or any(return_.annotation for return_ in returns)):
        return problems
    operator = str(schema.name)
    for argument, return_, piece in zip(out, returns, syntax.returns):
        if argument.annotation != return_.annotation:
            data = {"operator": operator, "argument": str(argument), "return": str(return_), "name": argument.name}
            problems.append(Problem("out-annotation", piece.span, data))
    targets = [a.annotation for a in (*out, *(p for p in arguments.positional if p.name == "self"))]
    for return_, piece in zip(returns, syntax.returns):
        if return_.is_write and return_.annotation not in targets and not problems:
            given = next((one for one in arguments.positional if one.annotation == return_.annotation), None)
            at = piece.span if given is None else argument_span(given, syntax)
            problems.append(Problem("mutable-return", at, {"operator": operator, "return": str(return_)}))
    if out and len(out) != len(returns):
        data = {"operator": operator, "out": str(len(out)), "returns": str(len(returns))}
        problems.append(Problem("out-return-count", syntax.returns_span or Span(0, 0), data))
    if schema.name.inplace and len(returns) != 1 and operator not in facts.inplace_without_single_return:
        data = {"operator": operator, "returns": str(len(returns))}
        problems.append(Problem("inplace-return", syntax.returns_span or Span(0, 0), data))
    return problems


def _moved(problem: Problem, by: int) -> Problem:
    return Problem(problem.rule, problem.span.shifted(by), problem.data)
