"""Which version of TensorFlow a script is written for, where its text tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from farandole.analysis.nodes import is_main_guard
from farandole.analysis.points_to.values import Class
from farandole.analysis.program import Call, Program
from farandole.project.imports import imported_modules
from farandole.source import Document
from farandole.source.binding import names_in

_KERAS = "tensorflow.keras."
_NAMES_OF_1 = """
accumulate_n add_to_collection all_variables app arg_max arg_min assign assign_add assign_sub AUTO_REUSE ceil cholesky
ConfigProto conj contrib convert_to_tensor_or_indexed_slices count_nonzero cross cumprod decode_csv decode_raw
depth_to_space diag diag_part digamma distributions div enable_eager_execution enable_v2_behavior erf erfc expm1
extract_image_patches fft FIFOQueue FixedLenFeature FixedLenSequenceFeature flags floordiv get_collection
get_default_graph get_default_session get_local_variable get_variable get_variable_scope gfile global_norm
global_variables global_variables_initializer glorot_normal_initializer glorot_uniform_initializer GPUOptions GraphKeys
imag initialize_all_variables initialize_local_variables initialize_variables InteractiveSession invert_permutation
is_finite is_inf is_nan layers lbeta lgamma lin_space local_variables local_variables_initializer log log1p log_sigmoid
logging logical_xor make_template matching_files matrix_band_part matrix_determinant matrix_diag matrix_diag_part
matrix_inverse matrix_set_diag matrix_solve matrix_transpose mod model_variables moving_average_variables multinomial
orthogonal_initializer parse_example parse_single_example placeholder placeholder_with_default polygamma Print py_func
python_io random_crop random_normal random_poisson random_shuffle random_uniform RandomShuffleQueue read_file real
reciprocal report_uninitialized_variables reset_default_graph reverse_v2 rint rsqrt RunMetadata RunOptions scatter_add
scatter_nd_add scatter_nd_update scatter_sub scatter_update segment_max segment_mean segment_min segment_prod
segment_sum self_adjoint_eig Session set_random_seed setdiff1d space_to_depth sparse_add sparse_placeholder
sparse_reduce_max sparse_reduce_sum sparse_reorder sparse_reshape sparse_tensor_dense_matmul sparse_tensor_to_dense
sparse_to_dense SparseTensorValue squared_difference string_join string_split string_to_number substr Summary svd
tables_initializer TextLineReader TFRecordReader to_bfloat16 to_double to_float to_int32 to_int64 trace
trainable_variables truncated_normal truncated_normal_initializer uniform_unit_scaling_initializer unsorted_segment_max
unsorted_segment_mean unsorted_segment_sum variable_scope variables_initializer variance_scaling_initializer
VarLenFeature verify_tensor_all_finite WholeFileReader write_file
"""
"""Names of `tensorflow` itself that TensorFlow 2 has below `compat.v1` only, or not at all."""

_ONLY_IN_2 = frozenset(
    {
        ("config", "list_physical_devices"),
        ("config", "run_functions_eagerly"),
        ("config", "set_visible_devices"),
        ("data", "AUTOTUNE"),
        ("random", "Generator"),
        ("random", "set_seed"),
        ("summary", "create_file_writer"),
        ("summary", "create_noop_writer"),
        ("summary", "trace_on"),
    }
)
"""Modules of TensorFlow, with what they have since version 2."""

_ARGUMENTS_OF_KERAS_1 = """
atrous_rate b_constraint b_regularizer border_mode dim_ordering dropout_U dropout_W filter_length inner_activation
max_q_size nb_classes nb_col nb_epoch nb_filter nb_row nb_val_samples nb_words nb_worker samples_per_epoch subsample
subsample_length U_regularizer val_samples W_constraint W_regularizer
"""
"""Arguments of Keras 1, which Keras takes up to version 2.3: that of TensorFlow 1."""

_ARGUMENTS_OF_LAYERS_1 = "bias init inner_init p"
"""Arguments of layers in Keras 1 that no layer has since; other functions may have them."""

_RENAMED_IN_KERAS_1 = {
    "Model": frozenset({"input", "output"}),
    **dict.fromkeys(("Dense", "LSTM", "GRU", "SimpleRNN", "Highway", "MaxoutDense"), frozenset({"output_dim"})),
}
"""Arguments of Keras 1 that other classes have to this day, for each class that has them no more."""

_ONLY_IN_1, _ONLY_IN_KERAS_1 = frozenset(_NAMES_OF_1.split()), frozenset(_ARGUMENTS_OF_KERAS_1.split())
_ONLY_IN_LAYERS_1 = frozenset(_ARGUMENTS_OF_LAYERS_1.split())
_TOLD = frozenset({"BaseException", "Exception", "AttributeError", "ImportError", "ModuleNotFoundError", "TypeError"})
"""The exceptions that say that this version has no such name, or no such argument."""

_CALLED_IN_KERAS_1 = frozenset(
    f"{_KERAS}{name}"
    for name in (
        "backend.image_dim_ordering",
        "backend.set_image_dim_ordering",
        "engine.topology.Merge",
        "layers.Merge",
        "layers.merge",
    )
)
_NEW_ACCURACY = frozenset({"accuracy", "val_accuracy"})
_FULL_NAMES = {"mae": "mean_absolute_error", "mse": "mean_squared_error"}
"""Metrics by their short names, and what a history calls them before Keras 2.3."""


def is_for_version_1(program: Program) -> bool:
    """Say whether a script has what only TensorFlow 1, or Keras on it, understands, whatever happens in it.

    Keras up to version 2.3, which understands what it did in version 1, runs on the first TensorFlow 2 as well.
    """
    told = (_names_version_1, _imports_version_1, _asks_keras)
    if any(tells(program, document) for document in program.documents for tells in told):
        return True
    imported = any(_imports_keras_1(program, document) for document in program.documents)
    given = imported or _gives_old_arguments(program) or _reads_old_accuracy(program) or _reads_full_name(program)
    return given and not _names_version_2(program)


def eager_calls(program: Program) -> tuple[Call, ...]:
    """Give the calls that have TensorFlow 1 take each step where it is written: no session runs it."""
    return program.calls_to("tensorflow.enable_eager_execution", "tensorflow.enable_v2_behavior")


def is_for_version_2(program: Program) -> bool:
    """Say whether a script has what only TensorFlow 2, or the Keras of its time, understands."""
    rates = (
        call.entry is not None and call.entry.role == "optimizer" and call.keyword("learning_rate") is not None
        for call in _calls_of_keras(program)
    )
    return _names_version_2(program) or any(rates) or not _told(program).isdisjoint(_NEW_ACCURACY)


def _names_version_2(program: Program) -> bool:
    return any(
        isinstance(node.value, ast.Attribute)
        and isinstance(node.value.value, ast.Name)
        and (node.value.attr, node.attr) in _ONLY_IN_2
        for document in program.documents
        for node in document.nodes(ast.Attribute)
    )


def _imports_keras_1(program: Program, document: Document) -> bool:
    """Say whether a file imports from Keras what it has no more since version 2.3."""
    return any(
        node.module is not None
        and node.module.partition(".")[0] == "keras"
        and any(f"tensorflow.{node.module}.{alias.name}" in _CALLED_IN_KERAS_1 for alias in node.names)
        and _is_certain(program, document, node)
        for node in document.nodes(ast.ImportFrom)
    )


def _names_version_1(program: Program, document: Document) -> bool:
    names = _plain_names(document)
    return any(
        node.attr in _ONLY_IN_1
        and isinstance(node.value, ast.Name)
        and node.value.id in names
        and _is_certain(program, document, node)
        for node in (document.nodes(ast.Attribute) if names else ())
    )


def _imports_version_1(program: Program, document: Document) -> bool:
    """Say whether a file imports from TensorFlow itself what only version 1 has there."""
    return any(
        node.module == "tensorflow"
        and not node.level
        and any(alias.name in _ONLY_IN_1 for alias in node.names)
        and _is_certain(program, document, node)
        for node in document.nodes(ast.ImportFrom)
    )


def _asks_keras(program: Program, document: Document) -> bool:
    """Say whether a file takes TensorFlow from the backend of Keras, `K.tf`, which has that up to version 2.2 alone."""
    return any(
        node.attr == "tf"
        and f"{_KERAS}backend" in program.names_of(node.value)
        and _is_certain(program, document, node)
        for node in document.nodes(ast.Attribute)
    )


def _plain_names(document: Document) -> set[str]:
    """Give the names that a file has for TensorFlow itself, not for the part of it that is as in version 1."""
    aliases = (alias for node in document.nodes(ast.Import) for alias in node.names)
    return {alias.asname or alias.name for alias in aliases if alias.name == "tensorflow"}


def _is_certain(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether the script may run a node, and no condition stands around it that may ask for the version."""
    conditional = any(
        (isinstance(each, ast.Try) and _may_ask(each))
        or (
            isinstance(each, ast.If | ast.IfExp)
            and not document.contains(each.test, node)
            and not is_main_guard(each)
            and not asks_for_tensorflow(each.test)
        )
        for each in document.ancestors(node)
    )
    return not conditional and program.may_run(document, node) and _is_named(program, document.scope(node))


def asks_for_tensorflow(test: ast.expr) -> bool:
    """Say whether a condition asks Keras whether it runs on TensorFlow, of whichever version."""
    match test:
        case ast.Compare(ast.Call(ast.Attribute(attr="backend")), [ast.Eq()], [ast.Constant("tensorflow")]):
            return True
    return False


def _may_ask(statement: ast.Try) -> bool:
    """Say whether a `try` may be how a script finds out what a version has: what is caught may say that it is not."""
    return any(handler.type is None or _TOLD & names_in(handler.type) for handler in statement.handlers)


def _is_named(program: Program, scope: ast.AST) -> bool:
    """Say whether the script names the function that is a scope anywhere, to call it or to hand it on."""
    if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        return True
    special = scope.name.startswith("__") or scope.name in ("call", "build") or bool(scope.decorator_list)
    return special or scope.name in program.names_written


def _gives_old_arguments(program: Program) -> bool:
    """Say whether a script calls Keras as version 1 wants it, which it understands up to version 2.3."""
    calls = _calls_of_keras(program)
    return any(_is_of_keras_1(call) and _is_certain(program, call.document, call.node) for call in calls)


def _calls_of_keras(program: Program) -> Iterator[Call]:
    """Yield the calls of what Keras defines: a class of the project that derives from that has arguments of its own."""
    for call in program.calls:
        own = any(isinstance(each, Class) for each in program.values(call.node.func))
        if not own and any(name.startswith(_KERAS) for name in call.names):
            yield call


def _is_of_keras_1(call: Call) -> bool:
    old = set(_ONLY_IN_KERAS_1)
    for name in call.names:
        old |= _RENAMED_IN_KERAS_1.get(name.rpartition(".")[2], frozenset())
        old |= _ONLY_IN_LAYERS_1 if name.startswith(f"{_KERAS}layers.") else frozenset()
    return not _CALLED_IN_KERAS_1.isdisjoint(call.names) or not old.isdisjoint(call.named)


def _reads_old_accuracy(program: Program) -> bool:
    """Say whether a script reads `accuracy` from a history as `acc`: its name before Keras 2.3 and TensorFlow 2.

    One that reads it by its newer name as well, as where a callback still monitors `val_acc`, does not.
    """
    if not _read_of_history(program).isdisjoint(_NEW_ACCURACY):
        return False
    given = (call.argument("metrics") for call in program.calls)
    if not all(_is_seen_without_short(metrics) for metrics in given if metrics is not None):
        return False
    return not _told(program).isdisjoint({"acc", "val_acc"})


def _told(program: Program) -> set[object]:
    """Give the names that a script surely reads from a history, or has in the names of files that Keras fills in.

    What callbacks of the stand-alone Keras monitor counts, too: it only warns of what is not there.
    """
    found = _read_of_history(program)
    modules = (name for document in program.documents for name in imported_modules(document))
    alone = any(name.partition(".")[0] == "keras" for name in modules)
    for call in program.calls:
        if call.entry is not None and call.entry.role == "callback" and _is_certain(program, call.document, call.node):
            monitored = call.argument("monitor") if alone else None
            found |= program.constants(monitored) if monitored is not None else set()
            path = call.argument("filepath")
            texts = [each for each in program.constants(path) if isinstance(each, str)] if path is not None else []
            found |= {name for text in texts for name in re.findall(r"{(\w+)[:}]", text)}
    return found


def _reads_full_name(program: Program) -> bool:
    """Say whether a script reads a metric from a history by its full name, and gives it by its short one alone."""
    given = [metrics for call in program.calls if (metrics := call.argument("metrics")) is not None]
    if not all(isinstance(metrics, ast.List | ast.Tuple) for metrics in given):
        return False
    names = {node.value if isinstance(node, ast.Constant) else node.id for each in given for node in _leaves(each)}
    full = {name for short, name in _FULL_NAMES.items() if short in names and name not in names}
    return not _read_of_history(program).isdisjoint({*full, *(f"val_{name}" for name in full)})


def _read_of_history(program: Program) -> set[object]:
    """Give the names by which a script surely reads from a history."""
    return {
        name
        for document in program.documents
        for node in document.nodes(ast.Subscript)
        if isinstance(node.value, ast.Attribute)
        and node.value.attr == "history"
        and _is_certain(program, document, node)
        for name in program.constants(node.slice)
    }


def _is_seen_without_short(metrics: ast.expr) -> bool:
    """Say whether metrics are written out, and none of them is called `acc`."""
    names = {node.value if isinstance(node, ast.Constant) else node.id for node in _leaves(metrics)}
    return isinstance(metrics, ast.List | ast.Tuple) and "acc" not in names


def _leaves(node: ast.expr) -> list[ast.Constant | ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Constant | ast.Name)]
