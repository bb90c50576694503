"""Functions that are compiled in a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import before_loop
from farandole.rules.rule import Example, Finding, Related, Rule, Status


class CompiledInLoop(Rule):
    """Compile a function once, before the loop that calls it.

    ## What it does

    Finds `tf.function(f)`, `torch.compile(f)`, `torch.jit.trace(f, …)` and `torch.jit.script(f)` in a loop that
    compiles the same in each turn. The fix puts the call before the loop.

    ## Why

    What is compiled is kept with the object that such a call gives. A new one in each turn traces the function again, which
    takes as long as hundreds of its runs, and keeps a graph for each.

    ## When it is not offered

    It is not found where the loop decides what is compiled, as one that compares models does. Only reported is a method, a
    `lambda`, what another call gives, and a call under a `with` in the loop.

    ## Edit safety

    The values are the same to the last bit. What the function does while it is traced, such as `print` in a
    `tf.function`, happens once instead of in each turn; for `torch.jit.trace` that holds of branches, too. It assumes
    nothing else.
    """

    family = INEFFICIENT
    code, name = "PRF102", "compiled-in-loop"
    title = "Compile once, before the loop"
    examples = [
        Example(
            before="""\
import tensorflow as tf

def step(x):
    return tf.reduce_sum(tf.square(x))

for batch in [tf.ones([8])] * 100:
    compiled = tf.function(step)
    print(compiled(batch))
""",
            after="""\
import tensorflow as tf

def step(x):
    return tf.reduce_sum(tf.square(x))

compiled = tf.function(step)
for batch in [tf.ones([8])] * 100:
    print(compiled(batch))
""",
        ),
        Example(
            before="""\
import torch
net = torch.nn.Linear(4, 2)
example = torch.rand(1, 4)
for epoch in range(10):
    for x in torch.rand(100, 1, 4):
        print(torch.jit.trace(net, example)(x))
""",
            after="""\
import torch
net = torch.nn.Linear(4, 2)
example = torch.rand(1, 4)
trace = torch.jit.trace(net, example)
for epoch in range(10):
    for x in torch.rand(100, 1, 4):
        print(trace(x))
""",
        ),
    ]
    reported = [
        """\
import torch
for x in torch.rand(100, 1, 4):
    double = torch.compile(lambda value: value * 2)
    print(double(x))
"""
    ]
    untouched = [
        """\
import torch
for net in [torch.nn.Linear(4, 2), torch.nn.Linear(4, 3)]:
    print(torch.compile(net)(torch.rand(1, 4)))
""",
        """\
import tensorflow as tf

@tf.function
def step(x):
    return tf.reduce_sum(tf.square(x))

for batch in [tf.ones([8])] * 100:
    print(step(batch))
""",
        # a model that is made anew is compiled anew
        """\
import torch
for width in [4, 8]:
    net = torch.nn.Linear(4, width)
    net = torch.compile(net)
    print(net(torch.rand(1, 4)))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find each call once, with the outermost loop in which it compiles the same."""
        result = found(script)
        for call in dict.fromkeys(call for call, _ in result.rows["compiled"]):
            varying = [loop for each, loop, _ in result.rows["compiled_from"] if each is call]
            loops = [loop for each, loop in result.rows["compiled"] if each is call and loop not in varying]
            if loops and isinstance(call, ast.Call):
                yield self._finding(result, call, loops)

    def _finding(self, result: Found, call: ast.Call, loops: list[ast.AST]) -> Finding:
        document = result.document(call)
        loop = min(loops, key=lambda each: document.span(each).start)
        doubt = any(each is call for each, _ in result.rows["compiled_doubt"])
        every = document.statement(call) in getattr(_innermost(result, call), "body", [])
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(call),
            f"`{' '.join(document.segment(call).split())}` compiles the same anew in each turn",
            "compile it once, before the loop",
            related=(Related(document, document.span(loop), "the loop"),),
            fix=before_loop(document, call, loop, result.new_name) if every and not doubt else None,
        )


def _innermost(result: Found, call: ast.Call) -> ast.AST:
    document = result.document(call)
    loops = [loop for each, loop in result.rows["compiled"] if each is call]
    return max(loops, key=lambda each: document.span(each).start)
