"""What iterating an expression gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.samples import Kind, kind_of
from farandole.options import Options

LISTS = [f"l{number}" for number in range(11)]
HOLDING_EACH_OTHER = "\n".join(
    [
        *(f"{name} = [1]" for name in LISTS),
        *(f"{name}.append({other})" for name in LISTS for other in LISTS if other != name),
    ]
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x = [[1], [2]]", Kind.LIST),
        ("import tensorflow as tf\nx = [('a', tf.keras.Sequential())]", Kind.OBJECTS),
        ("x = [1]\nx.append(x)", Kind.LIST),
        (f"{HOLDING_EACH_OTHER}\nx = l0", Kind.LIST),
        (f"{HOLDING_EACH_OTHER}\nl9.append(print)\ndef f():\n    pass\nl9.append(f)\nx = l0", Kind.OBJECTS),
    ],
)
def test_what_is_put_together(text: str, kind: Kind, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"{text}\nfor each in x:\n    print(each)\n", encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    loop = next(node for node in script.entry.nodes(ast.For))
    assert isinstance(loop, ast.For)
    assert kind_of(script, loop.iter) is kind
