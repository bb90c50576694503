"""The code of the script and of its project, as it is run."""

from __future__ import annotations

import ast
import os
import types


class OwnTemporary(ast.NodeTransformer):
    """Leads string constants below `/tmp` to a folder of the run's own, unless they name what is there already.

    A checkpoint that one run leaves there must not be found by the next.
    """

    def __init__(self, temporary: str) -> None:
        self._temporary = temporary

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Give the constant, or one that names the run's own folder."""
        value = node.value
        if isinstance(value, str) and value.startswith("/tmp/"):
            first = value.split("/")[2]
            if first and not os.path.exists(f"/tmp/{first}"):
                return ast.copy_location(ast.Constant(value=self._temporary + value[4:]), node)
        return node


def compile_script(source: bytes, path: str, temporary: str) -> types.CodeType:
    """Give the code of a script or of a module of its project."""
    tree = OwnTemporary(temporary).visit(ast.parse(source, path))
    code: types.CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code
