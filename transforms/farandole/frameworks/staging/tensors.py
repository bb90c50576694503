"""Which expressions of staged code are surely tensors; all else may be a Python value, which decides at tracing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.points_to.relations import Parameter
from farandole.analysis.points_to.values import Bound, Function, Instance, Library, Value
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode, Scope, positional
from farandole.frameworks.staging.staged import Member, Stage
from farandole.source import Document


def words(text: str) -> frozenset[str]:
    """Give the words of a text."""
    return frozenset(text.split())


_TENSORFLOW = words(
    """abs add add_n argmax argmin argsort boolean_mask broadcast_to cast clip_by_norm clip_by_value concat constant
    convert_to_tensor cos cumsum divide einsum equal exp expand_dims eye fill floor gather gather_nd greater
    greater_equal identity less less_equal linspace logical_and logical_not logical_or map_fn matmul maximum minimum
    multiply norm not_equal one_hot ones ones_like pad pow range rank reduce_all reduce_any reduce_logsumexp reduce_max
    reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance repeat reshape reverse roll round
    scatter_nd shape sigmoid sign sin size sort sqrt square squeeze stack stop_gradient subtract tan tanh tensordot tile
    timestamp transpose truediv where zeros zeros_like Variable log"""
)
_TENSORFLOW_MODULES = ("math", "nn", "random", "image", "linalg", "signal", "keras.losses", "keras.activations")
_TORCH = words(
    """abs acos add addmm all any arange argmax argmin argsort as_tensor asin atan atan2 baddbmm bmm cat ceil clamp
    clone cos cosh cross cumprod cumsum diag diagonal div dot einsum empty empty_like eq erf exp exp2 eye
    flatten flip floor fmod from_numpy full full_like gather ge gt hstack index_select inverse isfinite isinf isnan le
    lerp linspace log log10 log1p log2 logical_and logical_not logical_or logsumexp lt masked_fill masked_select matmul
    maximum mean minimum mm mul multinomial ne neg norm normal ones ones_like outer permute pow prod rand rand_like
    randint randn randn_like randperm real reciprocal relu repeat_interleave reshape roll round rsqrt scatter sigmoid
    sign sin sinh softmax log_softmax relu selu celu conv1d conv2d conv3d dropout layer_norm cdist sqrt square squeeze
    stack std sub sum tan tanh tensor tensordot tile transpose
    tril triu unsqueeze var vstack where zeros zeros_like"""
)
_TORCH_MODULES = ("nn.functional", "linalg", "fft", "special")
_SEVERAL = words(
    """moments top_k in_top_k unique svd eig eigh qr lu slogdet sampled_softmax_loss set_seed get_global_generator
    eigvals_tuple multi_head_attention_forward normalize_moments weighted_moments ctc_beam_search_decoder
    ctc_greedy_decoder lu_factor lstsq cholesky_ex inv_ex fused_batch_norm non_max_suppression_with_scores
    extract_glimpse sample_distorted_bounding_box static_rnn dynamic_rnn split stateless_sample_distorted_bounding_box
    max_pool_with_argmax cond_v2 psnr_tuple adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d get deserialize
    serialize is_non_decreasing is_strictly_increasing image_gradients all_candidate_sampler"""
)
"""Functions of those modules that give several tensors, or none."""
_METHODS = words(
    """abs add all any argmax argmin argsort bmm bool ceil clamp clone contiguous cos cpu cuda cumsum detach div dot
    double eq exp expand expand_as flatten flip float floor gather ge gt half index_select int le log log1p long lt
    masked_fill matmul mean mm mul ne neg new_full new_ones new_zeros norm permute pow prod reciprocal relu
    repeat requires_grad_ reshape round scatter sigmoid sign sin softmax sqrt square squeeze std sub sum t tanh to
    transpose tril triu type_as unsqueeze var view view_as add_ sub_ mul_ div_ clamp_ zero_ fill_ detach_"""
)
"""The methods of a PyTorch tensor that give one tensor."""
_PARTS = frozenset({"T", "mT", "H", "data", "grad", "real", "imag"})
_STATE_TOO = words(
    """LSTM GRU RNN RNNBase LSTMCell MultiheadAttention AdaptiveLogSoftmaxWithLoss ModuleList ModuleDict ParameterList
    ParameterDict Bidirectional ConvLSTM2D Lambda Model StackedRNNCells Input InputLayer MultiHeadAttention
    FractionalMaxPool2d FractionalMaxPool3d Sequential TimeDistributed DataParallel"""
)
"""Layers that may give more than one tensor."""
STATIC = words(
    """shape dtype name device ndim rank size dim numel get_shape as_list op graph layout is_cuda requires_grad
    names stride storage_offset is_contiguous is_complex is_floating_point element_size nbytes itemsize is_sparse"""
)
"""What of a tensor is known while it is traced."""


def own_values(program: Program, node: ast.expr) -> list[Value]:
    """Give what an expression may stand for, but for an attribute of a library's class that one of the project's hides.

    An object of a class that derives from a library's may have any attribute of that: `self.layer` is the layer that
    `__init__` has made, not `torch.nn.Module.layer`.
    """
    values = [*program.values(node)]
    func = node.func if isinstance(node, ast.Call) else node
    if not isinstance(func, ast.Attribute) or func.attr not in program.def_use.attributes:
        return values
    own = [each for each in values if not _library_name(each).removesuffix("()").endswith(f".{func.attr}")]
    return own or values


def _library_name(value: Value) -> str:
    of = value.of if isinstance(value, Instance) else value.member if isinstance(value, Bound) else value
    return of.name if isinstance(of, Library) else ""


@dataclass(frozen=True, eq=False)
class Tensors:
    """Questions about the values of a program that staged functions compute with."""

    program: Program

    @cached_property
    def _open(self) -> set[tuple[Scope, str]]:
        return set()

    @cached_property
    def _seen(self) -> set[ast.AST]:
        return set()

    def is_tensor(self, document: Document, node: ast.expr, member: Member | None = None) -> bool:
        """Say whether an expression of a file is surely a tensor; `member` is the staged function it stands in."""
        if node in self._seen:
            return bool(self._open)  # it is computed from a name that is, and whose other definitions are tensors
        self._seen.add(node)
        try:
            return self._is_tensor(document, node, member)
        finally:
            self._seen.discard(node)

    def parts(self, document: Document, node: ast.expr, member: Member) -> Iterator[ast.expr]:
        """Yield the outermost parts of an expression that are surely tensors, but for what asks for their shape."""
        if self.is_tensor(document, node, member):
            yield node
        elif not (isinstance(node, ast.Attribute) and node.attr in STATIC) and not isinstance(node, ast.Lambda):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in STATIC:
                return
            if isinstance(called, ast.Name) and called.id in ("len", "type", "id", "isinstance"):
                return
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from self.parts(document, child, member)
                elif isinstance(child, ast.keyword):
                    yield from self.parts(document, child.value, member)

    def decides(self, document: Document, test: ast.expr, member: Member) -> bool:
        """Say whether the truth of a condition is surely that of a tensor."""
        match test:
            case ast.UnaryOp(ast.Not(), operand):
                return self.decides(document, operand, member)
            case ast.BoolOp(values=values):
                return any(self.decides(document, each, member) for each in values)
        return self.is_tensor(document, test, member)

    def _is_tensor(  # noqa: PLR0911
        self, document: Document, node: ast.expr, member: Member | None
    ) -> bool:
        match node:
            case ast.BinOp(left, operator, right):
                if isinstance(operator, ast.Mod) and isinstance(left, ast.Constant | ast.JoinedStr):
                    return False
                return self.is_tensor(document, left, member) or self.is_tensor(document, right, member)
            case ast.Compare(left, [operator], [right]):
                if isinstance(operator, ast.Is | ast.IsNot | ast.In | ast.NotIn):
                    return False
                if any(
                    isinstance(each, ast.Constant) and (each.value is None or isinstance(each.value, str))
                    for each in (left, right)
                ):
                    return False
                return self.is_tensor(document, left, member) or self.is_tensor(document, right, member)
            case ast.UnaryOp(ast.USub() | ast.UAdd() | ast.Invert(), operand):
                return self.is_tensor(document, operand, member)
            case ast.Subscript(value):
                return self.is_tensor(document, value, member)
            case ast.IfExp(_, then, orelse):
                return self.is_tensor(document, then, member) and self.is_tensor(document, orelse, member)
            case ast.Call():
                return self._gives_tensor(document, node, member)
            case ast.Attribute(value, name) if name in _PARTS:
                return self.is_tensor(document, value, member)
            case ast.Name():
                return self._is_tensor_name(document, node, member)
            case ast.Attribute():
                return self._all_tensors(node, member)
        return False

    def _all_tensors(self, node: ast.expr, member: Member | None) -> bool:
        values = own_values(self.program, node)
        return bool(values) and all(self._is_tensor_value(each, member) for each in values)

    def _is_tensor_value(self, value: Value, member: Member | None) -> bool:
        if not isinstance(value, Instance) or not isinstance(value.of, Library):
            return False
        document, node = value.site.module.document, value.site.node
        if isinstance(node, ast.AugAssign):
            return self.is_tensor(document, node.value, member)
        return isinstance(node, ast.expr) and self.is_tensor(document, node, member)

    def _is_tensor_name(self, document: Document, node: ast.Name, member: Member | None) -> bool:
        """Say whether all that a name may be is a tensor: by what the analysis followed, or by all its definitions."""
        if self._all_tensors(node, member):
            return True
        home = self.program.scope(document, node).home(node.id)
        definitions = self.program.def_use.names.get((home, node.id), ()) if home is not None else ()
        if home is None or not definitions:
            return False
        if (home, node.id) in self._open:
            return True  # what a name is computed from itself is a tensor when its other definitions are
        first, *others = definitions
        if not self._defines_tensor(home, first, member):
            return False
        self._open.add((home, node.id))
        try:
            return all(self._defines_tensor(home, each, member) for each in others)
        finally:
            self._open.discard((home, node.id))

    def _defines_tensor(self, home: Scope, definition: Definition, member: Member | None) -> bool:
        target, document = definition.target, definition.document
        if isinstance(target, ast.arg):
            return isinstance(home.node, FunctionNode) and self._is_tensor_parameter(home.node, target, member)
        if not isinstance(definition, Assignment):
            return False
        around = document.parent(target)
        match around:
            case ast.Assign() | ast.AugAssign():
                whole = isinstance(around, ast.AugAssign) or not definition.part
                return whole and self.is_tensor(document, definition.value, member)
            case ast.For() if around.target is target:
                return self.is_tensor(document, around.iter, member)
            case ast.Tuple() if isinstance(document.parent(around), ast.For | ast.comprehension):
                return bool(self.program.instances(definition.value, "dataset"))
        return False

    def _is_tensor_parameter(self, function: FunctionNode, parameter: ast.arg, member: Member | None) -> bool:
        if parameter.annotation is not None:
            return ast.unparse(parameter.annotation).strip("'\"").rpartition(".")[2] == "Tensor"
        given = self.program.flow.ask(Parameter(function, parameter.arg))
        is_array_taken = (
            member is not None and member.root.stage is Stage.TF_FUNCTION and member.root.function is function
        )
        if given and all(self._is_tensor_value(each, None) or (is_array_taken and _is_array(each)) for each in given):
            return True
        if member is None or not member.function is function is member.root.function:
            return False
        plain = positional(function)
        own = plain[1:] if plain and plain[0].arg == "self" else plain
        match member.root.option("input_signature"):
            case ast.List(parts) | ast.Tuple(parts) if not any(isinstance(each, ast.Starred) for each in parts):
                typed = zip(own, parts, strict=False)
                return any(each is parameter and self._is_tensor_spec(spec) for each, spec in typed)
        if member.root.stage is not Stage.SCRIPT:
            return False
        without_default = own[: len(own) - len(function.args.defaults)]
        return parameter in without_default

    def _is_tensor_spec(self, spec: ast.expr) -> bool:
        return isinstance(spec, ast.Call) and self.program.names_of(spec.func) == {"tensorflow.TensorSpec"}

    def _gives_tensor(self, document: Document, node: ast.Call, member: Member | None) -> bool:
        callees = self.program.flow.callees.get(node, ())
        functions = [each for each in callees if isinstance(each, Function)]
        if functions:
            results = self.program.values(node)
            return bool(results) and all(self._is_tensor_value(each, member) for each in results)
        found = own_values(self.program, node)
        names = [each.of.name for each in found if isinstance(each, Instance) and isinstance(each.of, Library)]
        if names and len(names) == len(found) and all(map(_is_tensor_result, names)):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            return self.is_tensor(document, node.func.value, member)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("max", "min") and not node.args:
            return not node.keywords and self.is_tensor(document, node.func.value, member)
        return False


def _is_array(value: Value) -> bool:
    """Say whether a value is an array of NumPy, which `tf.function` makes a tensor where it is an argument."""
    return isinstance(value, Instance) and value.of == Library("numpy.ndarray")


def _is_tensor_result(name: str) -> bool:
    """Say whether what a library's callable gives, by its name in the analysis, is one tensor."""
    if name in ("tensorflow.Tensor", "torch.Tensor"):
        return True
    name = name.removesuffix("()")
    package, _, rest = name.partition(".")
    if rest.endswith(".__call__"):
        kind = rest.removesuffix(".__call__").rpartition(".")[2]
        layers = ("keras.layers.", "keras.losses.", "nn.")
        return package in ("tensorflow", "torch") and rest.startswith(layers) and kind not in _STATE_TOO
    if package == "tensorflow":
        return _is_among(rest, _TENSORFLOW, _TENSORFLOW_MODULES)
    return package == "torch" and _is_among(rest, _TORCH, _TORCH_MODULES)


def _is_among(name: str, plain: frozenset[str], modules: tuple[str, ...]) -> bool:
    module, _, last = name.rpartition(".")
    if not module:
        return name in plain
    return module in modules and last[:1].islower() and last not in _SEVERAL
