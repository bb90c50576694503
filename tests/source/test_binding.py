"""Names that nothing binds, or not in time."""

from __future__ import annotations

import pytest
from farandole.source.binding import unbound


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
