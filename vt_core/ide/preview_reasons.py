"""Why a section of generated text is there, in one sentence. Section names are those of `codegen.sections.Section`."""

from __future__ import annotations

from collections.abc import Mapping

from vt_core.ide.markdown import code
from vt_core.ide.preview import PreviewSection

# `{what}` is the text that the section stems from.
_METHOD = {
    "declaration": "The method of every native function is declared, whether it is defined here or not.",
    "signature": "The method is defined because the function has kernels of its own, or formulas (`use_derived`).",
    "unpack": "The kernel gets the tensors behind the variables; an undefined one is refused here.",
    "requires_grad": "Only if an argument with a derivative requires grad is there anything to record.",
    "tangents_needed": "Only if one of the arguments that the forward formula reads has a tangent is that computed.",
    "original_self": "The call overwrites `self`; a forward formula may read the value that it had.",
    "check_inplace": "What is written to must not be a leaf that requires grad, nor a view that cannot be followed.",
    "no_requires_grad_checks": "These tensors have no gradient here, so that requiring grad of them would be in vain.",
    "grad_fn": "The node is made where grad is required, and linked to the nodes of the arguments.",
    "save_inputs": "A formula reads {what}, so the node keeps it.",
    "list_sizes": "The node has an edge for each tensor of a list, so it keeps how many there are.",
    "declare_results": "Several results are assigned together, to variables that must be there before.",
    "save_storage": "Debug builds note the tensors' storages, to see that the call leaves them in place.",
    "dispatch": "The kernel is called below autograd, so that nothing inside of it is recorded.",
    "view_replay": "A view whose strides do not describe it can be made again from another base.",
    "results": "The results get their names; those of view functions become views of their base.",
    "check_storage": "Debug builds check that the call left the tensors' storages in place.",
    "increment_version": "What was written to gets a new version, so that a backward that saved the old one notices.",
    "history": "The differentiable outputs get the node as their `grad_fn`.",
    "tangents": "The forward formula {what}: the tangents of the outputs from those of the arguments.",
    "set_tangents": "The outputs get the tangents that were computed.",
    "forbid_tangents": "There is no forward formula, so that a tangent is refused rather than lost.",
    "creation_hooks": "Whoever watches for new nodes is told of a complete one.",
    "save_outputs": "A formula reads the output {what}, so the node keeps it.",
    "complex_check": "The generator does not list this operator among those with gradients for complex numbers.",
    "reset_grad_accumulator": "The tensor's sizes or storage changed, so that its gradient accumulator does not fit.",
    "return": "What the schema says is returned.",
    "end": "The end of the method.",
    "registration": "The dispatcher calls the method under the autograd keys.",
}
_INPLACE_OR_VIEW = {
    "signature": "The function writes to an argument or returns a view, which is told apart below autograd.",
    "dispatch": "The kernel is called below versions and views.",
    "view_replay": "How to make the view again from another base, and the base from the view.",
    "results": "The results become views of their base.",
}
_VIEW_FUNC = {
    "signature": "An object that makes the view again, and can be asked for what it keeps.",
    "state": "The argument {what}, kept for making the view again.",
    "get": "What the object keeps of symbolic integers, or of tensors.",
    "count": "How many of them there are.",
    "set": "Other values in their place.",
    "call": "The view, made of another base.",
    "clone": "The same object with other values.",
    "end": "The end of the object.",
}
_NODE = {
    "signature": "The entry has formulas, so there is a node for them.",
    "release_variables": "What is kept of tensors is let go after the backward, unless the graph is retained.",
    "retain_variables": "A formula that names `retain_variables` gets a member for it.",
    "compiled_autograd": "What compiled autograd needs to trace the node.",
    "saved": "A member for {what}, which a formula reads.",
    "list_sizes": "How many tensors are in each list that has gradients.",
    "end": "The end of the node.",
}
_APPLY = {
    "signature": "What runs in the backward: gradients of the outputs in, gradients of the arguments out.",
    "lock": "Saved tensors must not be let go by another thread meanwhile.",
    "asserts": "A second backward after the tensors of {what} were let go is refused.",
    "index_ranges": "Which of the node's edges belong to which argument.",
    "grad": "A formula says `grad`: the gradient of the first differentiable output.",
    "unpack": "What was saved of {what} becomes a tensor again.",
    "any_grad_defined": "Formulas of a single tensor are left out where no gradient is defined.",
    "derivative": "The formula {what}, run if its gradient is asked for.",
    "end": "The gradients of all arguments.",
    "apply_ivalue": "The same with everything it needs passed to it, for compiled autograd.",
    "apply": "What the node keeps is unpacked and passed on.",
    "needs_input_grad": "Which of the gradients are asked for.",
    "compiled_args": "What compiled autograd is told of the node: all that it keeps.",
    "apply_with_saved": "The backward with values that compiled autograd puts in the place of what the node keeps.",
}
_NOT_IMPLEMENTED = "There is no formula: a node that fails when the backward reaches it."
_OUT = "An out variant is not differentiated: neither arguments nor outputs may require grad."
_VIEW_WITHOUT_GRADIENT = "The results are views of their base that take no part in autograd."


def _table(file: str) -> Mapping[str, str]:
    """The sentences for a generated file."""
    if file.startswith("ADInplaceOrView"):
        return _INPLACE_OR_VIEW
    return {"Functions.h": _NODE, "Functions.cpp": _APPLY, "ViewFuncs.h": _VIEW_FUNC, "ViewFuncs.cpp": _VIEW_FUNC}.get(
        file, _METHOD
    )


def reason(file: str, section: PreviewSection, quoted: str) -> str:
    """Why a section stands in a generated file. `quoted` is the text that it stems from."""
    name, text = section.name, section.text
    if "throw_error_out_requires_grad" in text or "shared_ptr<Node>" in text:
        return _OUT
    if name == "grad_fn" and section.origin.file == "native_functions":
        return _NOT_IMPLEMENTED
    if name == "results" and "is_bw_differentiable */ false" in text:
        return _VIEW_WITHOUT_GRADIENT
    sentence = _table(file).get(name, "") or _METHOD.get(name, "")
    return sentence.replace("{what}", code(quoted)) if "{what}" in sentence else sentence
