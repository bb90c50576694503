"""Names that nothing binds, or not in time, and names with their attributes as they are written."""

from __future__ import annotations

import ast

import pytest
from farandole.source.binding import access_paths_in, unbound, variables_in, written


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import tf\ntf.a\n", set()),
        ("tf.a\nimport tf\n", {"tf"}),
        ("if tf.a:\n    import tf\n", set()),
        ("def f():\n    return tf\nimport tf\n", set()),
        ("def f(x=tf):\n    return tf\nimport tf\n", {"tf"}),
        ("def f():\n    return tf\n", {"tf"}),
        ("def f():\n    global tf\n    tf = 1\nprint(tf)\n", set()),
        ("def f(a):\n    b = 1\n    return lambda: a + b + c\n", {"c"}),
        ("class A:\n    b = 1\n    c = b\n", set()),
        ("from x import *\nprint(tf)\n", set()),
        ("[i for i in range(3)]\n", set()),
        ("for i in range(3):\n    print(i, __file__)\n", set()),
        ("match x:\n    case {'a': b, **c}:\n        print(b, c)\n", {"x"}),
        ("try:\n    pass\nexcept OSError as e:\n    print(e)\n", set()),
        ("x = 1\ndel x\n", set()),
        ("[y for y in (x := tf)]\n", set()),
        ("x = " + "-" * 2000 + "tf\n", {"tf"}),
    ],
)
def test_names_without_a_meaning(text: str, names: set[str]) -> None:
    assert unbound(text) == names


@pytest.mark.parametrize(
    ("text", "name", "variables", "paths"),
    [
        ("rate", "rate", {"rate"}, {"rate"}),
        ("self.rate", "self.rate", {"self", "self.rate"}, {"self.rate"}),
        ("self.args.rate", "self.args.rate", {"self", "self.args", "self.args.rate"}, {"self.args.rate"}),
        ("self.rates[step]", "", {"self", "self.rates", "step"}, {"self.rates", "step"}),
        ("made().rate", "", {"made"}, {"made"}),
        ("self.rate * (step + 1)", "", {"self", "self.rate", "step"}, {"self.rate", "step"}),
        ("3", "", set(), set()),
    ],
)
def test_variables_are_told_as_they_are_written(text: str, name: str, variables: set[str], paths: set[str]) -> None:
    node = ast.parse(text, mode="eval").body
    assert (written(node), variables_in(node), access_paths_in(node)) == (name, variables, paths)
