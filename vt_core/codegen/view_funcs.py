"""A view's object in ViewFuncs.h and .cpp, which makes it again of another base (from 2.3 on; the generator's
`gen_view_funcs`). The sections are listed with `sections.Section`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.body_plan import view_base
from vt_core.codegen.cpp import CppArgument, CppCache, cpp_arguments, mode_of
from vt_core.codegen.emitted import EmittedViewFunc
from vt_core.codegen.method_plan import writes_arguments
from vt_core.codegen.places import argument_place
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.model.types import OptionalType, base_name, is_tensor_list

_INDEX = "int64_t view_idx"


class State(NamedTuple):
    """What is read of the symbolic integers, or of the tensors, that an object keeps, and how they are set."""

    get: tuple[str, ...]
    set: tuple[str, ...]
    total: str


def view_func_name(f: NativeFunction) -> str:
    """The name of the struct: `SelectIntViewFunc` of `select.int`."""
    name = f"{f.unambiguous_name}_view_func"
    camel = "".join([part.title() for part in name.split("_")])
    return f"_{camel}" if name.startswith("_") else camel


def emit_view_func(f: NativeFunction, dialect: Dialect, cache: CppCache | None = None) -> EmittedViewFunc | None:
    """Write the object of a function whose definitions are emitted; None where it returns no views."""
    if not dialect.autograd.view_func_objects or writes_arguments(f) or view_base(f, dialect) is None:
        return None
    arguments = cpp_arguments(f.func.arguments.all, dialect, cache or CppCache(), mode_of(f))
    kept = [argument for argument in arguments if argument.name != "self"]
    # The generator refuses a view without results.
    is_list = bool(f.func.returns) and is_tensor_list(f.func.returns[0].type)
    return EmittedViewFunc(
        f"#include <ATen/ops/{f.root_name}_ops.h>",
        _declaration(f, kept, is_list, dialect),
        _definition(f, kept, is_list),
    )


def _declaration(
    f: NativeFunction, kept: Sequence[CppArgument], is_list: bool, dialect: Dialect
) -> tuple[Section, ...]:
    name = view_func_name(f)
    parameters = [f"{argument.type} {argument.name}" for argument in kept]
    initial = [f"{argument.name}({_owned_value(argument, dialect)})" for argument in kept]
    if is_list:
        parameters.append(_INDEX)
        initial.append("view_idx(view_idx)")
    initializers = f": {', '.join(initial)}" if initial else ""
    body_end, destructor_end = dialect.autograd.view_func_end
    null = dialect.body_nullopt
    sections = [
        Section(
            "signature",
            (
                f"#define {f.unambiguous_name.upper()}_VIEW_FUNC_AVAILABLE",
                f"struct {name} : public torch::autograd::ViewFunc {{",
                f"  {name}({', '.join(parameters)}) {initializers}",
                f"  {body_end}",
                f"  virtual ~{name}() {destructor_end}",
                "  virtual std::vector<c10::SymInt> get_symints() const override;",
                "  virtual size_t num_symints() const override;",
                "  virtual std::vector<at::Tensor> get_tensors() const override;",
                "  virtual size_t num_tensors() const override;",
                "  virtual at::Tensor operator()(const at::Tensor&) const override;",
                "  virtual std::unique_ptr<ViewFunc> clone_and_set(",
                f"      std::optional<std::vector<c10::SymInt>> = {null},",
                f"      std::optional<std::vector<at::Tensor>> = {null}) const override;",
                "",
                "protected:",
                "  virtual void set_symints(std::vector<c10::SymInt>) override;",
                "  virtual void set_tensors(std::vector<at::Tensor>) override;",
                "",
                "private:",
            ),
        )
    ]
    every = f.func.arguments.all
    for argument in kept:
        place = argument_place(f.func, every.index(argument.argument))
        sections.append(Section("state", (f"  {_owned_type(argument, dialect)} {argument.name};",), place))
    if is_list:
        sections.append(Section("state", (f"  {_INDEX};",)))
    elif not kept:
        sections.append(Section("state", ("",)))
    return (*sections, Section("end", ("};",)))


def _owned_type(argument: CppArgument, dialect: Dialect) -> str:
    """The type under which an object keeps an argument: nothing that another owns."""
    lists = dialect.cpp_list_types
    if argument.type == lists["int"]:
        return f"{dialect.cpp_std}::vector<int64_t>"
    if argument.type == lists.get("SymInt"):
        return f"{dialect.cpp_std}::vector<c10::SymInt>"
    return argument.type.removeprefix("const ").removesuffix(" &")


def _owned_value(argument: CppArgument, dialect: Dialect) -> str:
    lists = dialect.cpp_list_types
    return f"{argument.name}.vec()" if argument.type in (lists["int"], lists.get("SymInt")) else argument.name


def _definition(f: NativeFunction, kept: Sequence[CppArgument], is_list: bool) -> tuple[Section, ...]:
    name = view_func_name(f)
    symints = _state([a for a in kept if base_name(a.argument.type) == "SymInt"], "c10::SymInt", "symints")
    tensors = _state([a for a in kept if a.is_tensor_like], "at::Tensor", "tensors")
    names = [argument.name for argument in kept]
    element = "[view_idx]" if is_list else ""
    call = f"at::_ops::{f.unambiguous_name}::call({', '.join(['input_base', *names])}){element}"
    copied = ", ".join([*names, "view_idx"] if is_list else names)
    return (
        *_accessors(name, "c10::SymInt", "symints", symints),
        *_accessors(name, "at::Tensor", "tensors", tensors),
        Section(
            "call",
            (f"at::Tensor {name}::operator()(const at::Tensor& input_base) const {{", f"  return {call};", "}", ""),
        ),
        Section(
            "clone",
            (
                f"std::unique_ptr<ViewFunc> {name}::clone_and_set(",
                "    std::optional<std::vector<c10::SymInt>> symints,",
                "    std::optional<std::vector<at::Tensor>> tensors) const {",
                f"  auto output = std::make_unique<{name}>({copied});",
                "  if (symints.has_value()) {",
                "    output->set_symints(std::move(*(symints)));",
                "  }",
                "  if (tensors.has_value()) {",
                "    output->set_tensors(std::move(*(tensors)));",
                "  }",
                "  return output;",
                "}",
            ),
        ),
    )


def _accessors(name: str, type_: str, what: str, state: State) -> tuple[Section, ...]:
    """The functions that get, count and set what an object keeps of one kind."""
    return (
        Section("get", (f"std::vector<{type_}> {name}::get_{what}() const {{", *state.get, "}", "")),
        Section(
            "count",
            (
                f"size_t {name}::num_{what}() const {{",
                f"  return static_cast<size_t>({state.total});",
                "}",
                "",
            ),
        ),
        Section(
            "set",
            (
                f"void {name}::set_{what}(std::vector<{type_}> {what}) {{",
                f"  TORCH_INTERNAL_ASSERT({what}.size() == num_{what}());",
                *(state.set or ("",)),
                "}",
                "",
            ),
        ),
    )


def _state(arguments: Sequence[CppArgument], type_: str, vector: str) -> State:
    get: list[str] = []
    put = ["  auto i = 0;"] if arguments else []
    counts: list[str] = []
    for argument in arguments:
        x = argument.name
        if argument.argument.type.as_list is not None:
            count = f"{x}.size()"
            get.append(f"  {vector}.insert({vector}.end(), {x}.begin(), {x}.end());")
            setter = f"std::copy({vector}.begin() + i, {vector}.begin() + i + {x}.size(), {x}.begin());"
        elif isinstance(argument.argument.type, OptionalType):
            count = f"({x}.has_value() ? 1 : 0)"
            get.append(f"  if({x}.has_value()) {vector}.insert({vector}.end(), *({x}));")
            setter = f"if({x}.has_value()) {x} = {vector}[i];"
        else:
            count = "1"
            get.append(f"  {vector}.push_back({x});")
            setter = f"{x} = {vector}[i];"
        put.append(f"  {setter}")
        counts.append(count)
        if len(counts) < len(arguments):
            put.append(f"  i += {count};")
    total = " + ".join(counts) or "0"
    reserve = [f"  {vector}.reserve({total});"] if arguments else []
    head = f"  ::std::vector<{type_}> {vector};"
    return State((head, *reserve, *get, f"  return {vector};"), tuple(put), total)
