"""Function schemas (torchgen's `FunctionSchema` and its parts): values that print back as they were written."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple

from vt_core.model.defaults import is_read_as_default
from vt_core.model.types import Type, base_name

SchemaKind = Literal["functional", "inplace", "out", "mutable", "scratch"]


class Annotation(NamedTuple):
    """An alias annotation: the `a!` of `Tensor(a!)`. `alias_set_after` is what stands behind an arrow: `a -> *`."""

    alias_set: tuple[str, ...]
    is_write: bool
    alias_set_after: tuple[str, ...] = ()

    def __str__(self) -> str:
        after = f" -> {'|'.join(self.alias_set_after)}" if self.alias_set_after else ""
        return "|".join(self.alias_set) + ("!" if self.is_write else "") + after


def annotated(type_: Type, annotation: Annotation | None) -> str:
    """The type as schemas write it, the annotation bound to its `Tensor`."""
    return str(type_) if annotation is None else str(type_).replace("Tensor", f"Tensor({annotation})")


class _ArgumentFields(NamedTuple):
    name: str
    type: Type
    default: str | None
    annotation: Annotation | None


class Argument(_ArgumentFields):
    """One argument. `default` is the schema's own text for it."""

    @property
    def is_write(self) -> bool:
        return self.annotation is not None and self.annotation.is_write

    def __str__(self) -> str:
        default = f"={self.default}" if self.default else ""
        return f"{annotated(self.type, self.annotation)} {self.name}{default}"

    @cached_property
    def default_is_read(self) -> bool:
        """Whether libtorch can read the default, if there is one."""
        return self.default is None or is_read_as_default(self.type, self.default)

    @cached_property
    def without_annotation(self) -> str:
        """How the argument stands in a signature that keeps defaults."""
        default = f"={self.default}" if self.default else ""
        return f"{self.type} {self.name}{default}"

    @cached_property
    def without_default(self) -> str:
        """How the argument stands in a signature that strips defaults."""
        return f"{self.type} {self.name}"


class Return(NamedTuple):
    """One return, named or not."""

    name: str | None
    type: Type
    annotation: Annotation | None

    @property
    def is_write(self) -> bool:
        return self.annotation is not None and self.annotation.is_write

    def __str__(self) -> str:
        type_ = annotated(self.type, self.annotation)
        return type_ if self.name is None else f"{type_} {self.name}"


class OperatorName(NamedTuple):
    """`add_.Tensor` is name `add_`, base `add`, in-place, overload `Tensor`; `__iand__` has base `and`, is dunder.

    `functional`: a name in `_functional`, the functional variant of an operator that writes to its arguments; the
    suffix is no part of the base.
    """

    name: str
    base: str
    inplace: bool
    dunder: bool
    overload: str
    functional: bool = False

    @property
    def text(self) -> str:
        return f"{self.name}.{self.overload}" if self.overload else self.name

    def __str__(self) -> str:
        return self.text


class Arguments(NamedTuple):
    """The arguments in schema order, `out` ones apart.

    `self_index` is the place of `self` among the positional ones, `options_index` the place of the quadruple
    dtype, layout, device, pin_memory (TensorOptions) among the keyword-only ones.
    """

    positional: tuple[Argument, ...]
    kwarg_only: tuple[Argument, ...]
    out: tuple[Argument, ...]
    self_index: int | None
    options_index: int | None

    @property
    def non_out(self) -> tuple[Argument, ...]:
        return self.positional + self.kwarg_only

    @property
    def all(self) -> tuple[Argument, ...]:
        return self.positional + self.kwarg_only + self.out

    @property
    def self_argument(self) -> Argument | None:
        return None if self.self_index is None else self.positional[self.self_index]

    @property
    def has_symint(self) -> bool:
        """Whether an argument is a symbolic integer, or a list or an optional of some."""
        return any(base_name(argument.type) == "SymInt" for argument in self.non_out)

    @property
    def options(self) -> tuple[Argument, ...]:
        """The four TensorOptions arguments, or none."""
        if self.options_index is None:
            return ()
        return self.kwarg_only[self.options_index : self.options_index + 4]

    def __str__(self) -> str:
        star = ["*"] if self.kwarg_only or self.out else []
        return ", ".join([*map(str, self.positional), *star, *map(str, self.kwarg_only), *map(str, self.out)])


class FunctionSchema(NamedTuple):
    """A whole schema.

    `signature` is what the functional, in-place and out variants of one operator share, defaults included;
    `loose_signature` the same with the defaults stripped, but for those of TensorOptions where they are a part of it;
    `view_signature` what a view and its copy share.
    """

    text: str
    name: OperatorName
    arguments: Arguments
    returns: tuple[Return, ...]
    signature: str
    loose_signature: str
    kind: SchemaKind
    view_signature: str = ""

    # Compared by identity, or by `text`: printing is lossless.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __str__(self) -> str:
        return self.text

    @property
    def is_out(self) -> bool:
        """Whether it writes into keyword-only arguments."""
        return bool(self.arguments.out)

    @property
    def has_symint(self) -> bool:
        return self.arguments.has_symint

    @property
    def is_inplace_and_out(self) -> bool:
        return self.name.inplace and bool(self.arguments.out)


def function_schema(text: str, name: OperatorName, arguments: Arguments, returns: tuple[Return, ...]) -> FunctionSchema:
    """A schema with its signatures, as releases that know three kinds have them (`FunctionSchema.signature`).

    In-place by its name, else out; a schema that is both is a mistake (`is_inplace_and_out`).
    """
    base = f"__{name.base}__(" if name.dunder else f"{name.base}("
    returned = ") -> " + ",".join([str(return_.type) for return_ in returns])
    keyword, positional = arguments.kwarg_only, arguments.positional
    listed = [argument.without_annotation for argument in positional]
    loose = [argument.without_default for argument in positional]
    if keyword:
        options = arguments.options
        listed += ["*", *[argument.without_annotation for argument in keyword]]
        loose += ["*", *[a.without_annotation if a in options else a.without_default for a in keyword]]
    return FunctionSchema(
        text,
        name,
        arguments,
        returns,
        base + ", ".join(listed) + returned,
        base + ", ".join(loose) + returned,
        "inplace" if name.inplace else "out" if arguments.out else "functional",
    )
