"""The one place where a dialect's family chooses its emitters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from vt_core.codegen.cpp import CppCache
from vt_core.codegen.emitted import EmittedFunction, FunctionTexts, NodeTexts
from vt_core.codegen.template_files import GeneratedFile, Templates, TemplateUse
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import KeyedInfo
from vt_core.model.native_function import NativeFunction


class FunctionEmitter(Protocol):
    """Writes a function with the infos of its autograd keys, all of them or none."""

    def __call__(
        self, f: NativeFunction, keyed: Sequence[KeyedInfo], dialect: Dialect, cache: CppCache | None = None
    ) -> EmittedFunction: ...


class TemplateNames(Protocol):
    """Names the templates that a release's files are made of."""

    def __call__(self, dialect: Dialect) -> tuple[TemplateUse, ...]: ...


class FileWriter(Protocol):
    """Puts the texts of functions, in the generator's order, and of nodes into files."""

    def __call__(
        self, functions: Sequence[FunctionTexts], nodes: Sequence[NodeTexts], templates: Templates, dialect: Dialect
    ) -> Iterator[GeneratedFile]: ...


class ShardNumber(Protocol):
    """Says which of several files has the functions of a name."""

    def __call__(self, name: str, shards: int, /) -> int: ...


class Emitters(NamedTuple):
    """What a family writes, and into which files."""

    emit_function: FunctionEmitter
    templates_of: TemplateNames
    files: FileWriter
    shard_of: ShardNumber


def emitters(dialect: Dialect) -> Emitters:
    """The emitters of a dialect; those of the other family are not loaded."""
    if dialect.family == "1.8":
        from vt_core.codegen import family_1_8

        return Emitters(family_1_8.emit_function, family_1_8.templates_of, family_1_8.files, family_1_8.shard_of)
    from vt_core.codegen import family_2_x

    return Emitters(family_2_x.emit_function, family_2_x.templates_of, family_2_x.files, family_2_x.shard_of)
