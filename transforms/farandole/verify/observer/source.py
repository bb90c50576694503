"""The code of the script and of its project, as it is run."""

from __future__ import annotations

import ast
import os
import types

from .loops import Instrumented
from .spec import Spec


def led(path: str, spec: Spec) -> str:
    """Give where a path leads in this run.

    Below `/tmp` it is a folder of the run's own, unless it names what is there already: a checkpoint that one run
    leaves there must not be found by the next. What is not there at all is looked for in the sample of `--data`.
    """
    if path.startswith("/tmp/"):
        first = path.split("/")[2]
        if first and not os.path.exists(f"/tmp/{first}"):
            return spec.temporary + path[4:]
    if spec.data and path.startswith(("/", "~", "../")) and not os.path.exists(os.path.expanduser(path)):
        brought = os.path.join(spec.working, path.lstrip("~./"))
        if os.path.exists(brought):
            return brought
    return path


def line_of(problem: BaseException, project: str) -> str | None:
    """Give the innermost line of a project that an error came through, as `file:line`."""
    line, trace = None, problem.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(project + os.sep):
            line = f"{os.path.relpath(name, project)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return line


class Paths(ast.NodeTransformer):
    """Leads paths in string constants to where they lead in this run."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Give the constant, or one that names another path."""
        if not isinstance(node.value, str):
            return node
        return ast.copy_location(ast.Constant(value=led(node.value, self._spec)), node)


class TensorFlow1(ast.NodeTransformer):
    """Leads imports of TensorFlow to `tensorflow.compat.v1`, for scripts that are written for TensorFlow 1."""

    def visit_Import(self, node: ast.Import) -> ast.Import:
        """Import the module that has TensorFlow 1's names."""
        for alias in node.names:
            if alias.name == "tensorflow":
                alias.name, alias.asname = "tensorflow.compat.v1", alias.asname or "tensorflow"
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        """Import from the module that has TensorFlow 1's names."""
        if node.module == "tensorflow" and not node.level:
            node.module = "tensorflow.compat.v1"
        return node


def compile_script(source: bytes, path: str, spec: Spec) -> types.CodeType:
    """Give the code of a script or of a module of its project."""
    tree = Paths(spec).visit(ast.parse(source, path))
    if spec.tensorflow1:
        tree = TensorFlow1().visit(tree)
    if spec.quick is not None or spec.interrupted:
        tree = ast.fix_missing_locations(Instrumented().visit(tree))
    code: types.CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code
