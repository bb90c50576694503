"""Random programs that look like training code: any roles, any control flow, any layout that Python accepts."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

NAMES = ("model", "opt", "tape", "x", "loss", "data", "sess", "saver", "hook", "self", "tf", "callbacks")
LIBRARY = (
    "tf.keras.optimizers.Adam",
    "tf.keras.optimizers.SGD",
    "tf.keras.optimizers.schedules.ExponentialDecay",
    "tf.keras.Sequential",
    "tf.keras.Model",
    "tf.keras.callbacks.ModelCheckpoint",
    "tf.keras.callbacks.EarlyStopping",
    "tf.GradientTape",
    "tf.Variable",
    "tf.function",
    "tf.data.Dataset.from_tensor_slices",
    "tf.data.Dataset.range",
    "tf.train.Checkpoint",
    "tf.train.CheckpointManager",
    "tf.summary.create_file_writer",
    "tf.compat.v1.Session",
    "tf.compat.v1.ConfigProto",
    "tf.compat.v1.global_variables_initializer",
    "tf.compat.v1.train.AdamOptimizer",
    "tf.compat.v1.train.MonitoredTrainingSession",
    "tf.compat.v1.train.StopAtStepHook",
    "tf.compat.v1.train.Saver",
    "tf.estimator.Estimator",
    "tf.estimator.RunConfig",
    "hvd.DistributedOptimizer",
    "hvd.DistributedGradientTape",
    "hvd.size",
    "hvd.init",
    "print",
    "range",
    "zip",
    "open",
    "tqdm",
    "plt.savefig",
    "os.makedirs",
)
METHODS = (
    "fit",
    "compile",
    "gradient",
    "apply_gradients",
    "minimize",
    "compute_gradients",
    "run",
    "save",
    "restore",
    "take",
    "batch",
    "shuffle",
    "repeat",
    "map",
    "train",
    "append",
    "trainable_variables",
    "watch",
)
KEYWORDS = (
    "learning_rate",
    "lr",
    "optimizer",
    "loss",
    "callbacks",
    "epochs",
    "steps_per_epoch",
    "validation_data",
    "verbose",
    "config",
    "hooks",
    "checkpoint_dir",
    "persistent",
    "grads_and_vars",
    "model_fn",
    "steps",
    "drop_remainder",
)
IMPORTS = (
    "import tensorflow as tf",
    "import tensorflow",
    "import tensorflow.compat.v1 as tf",
    "from tensorflow import keras",
    "from tensorflow.keras.optimizers import Adam as opt",
    "from tensorflow import *",
    "import horovod.tensorflow as hvd",
    "import horovod.tensorflow.keras as hvd",
    "import os, sys",
)


@dataclass(frozen=True)
class Layout:
    """How a program is laid out."""

    indent: str
    newline: str
    final_newline: bool
    bom: bool
    one_line_suites: bool
    semicolons: bool


LAYOUTS = st.builds(
    Layout,
    indent=st.sampled_from(["    ", "  ", "\t", " "]),
    newline=st.sampled_from(["\n", "\r\n"]),
    final_newline=st.booleans(),
    bom=st.booleans(),
    one_line_suites=st.booleans(),
    semicolons=st.booleans(),
)

_names = st.sampled_from(NAMES)
_LITERALS = ("0", "1", "10", "0.01", "1e-3", "None", "True", "'adam'", '"é"', "b'x'", "f'{x}'", "...", "[]", "{}")
_atoms = _names | st.sampled_from([*_LITERALS, "model.x", "'''a\nb'''"])
_breaks = st.sampled_from(["", "", "", "\n", "  # why\n", "\n\n        "])


@st.composite
def _call(draw: DrawFn, expressions: SearchStrategy[str]) -> str:
    callee = draw(
        st.sampled_from(LIBRARY)
        | st.builds("{}.{}".format, _names, st.sampled_from(METHODS))
        | st.builds("({}).{}".format, expressions, st.sampled_from(METHODS))
    )
    positional = draw(st.lists(expressions | st.builds("*{}".format, _names), max_size=2))
    names = draw(st.lists(st.sampled_from(KEYWORDS), max_size=2, unique=True))
    arguments = positional + [f"{name}={draw(expressions)}" for name in names]
    arguments += draw(st.sampled_from([[], [], [], ["**x"]]))
    before, after = draw(_breaks), draw(_breaks)
    comma = draw(st.sampled_from(["", ","])) if arguments else ""
    return f"{callee}({before}{f', {draw(_breaks)}'.join(arguments)}{comma}{after})"


def _compound(expressions: SearchStrategy[str]) -> SearchStrategy[str]:
    return st.one_of(
        _call(expressions),
        _call(expressions),
        st.builds("{}.{}".format, _names, st.sampled_from(METHODS)),
        st.builds("({} if {} else {})".format, expressions, expressions, expressions),
        st.builds("({} + {})".format, expressions, expressions),
        st.builds("{} * {} - {}".format, _atoms, _atoms, _atoms),
        st.builds("({}, {})".format, expressions, expressions),
        st.builds("[{}, {}]".format, expressions, expressions),
        st.builds("{{'a': {}, 'b': {}}}".format, expressions, expressions),
        st.builds("[{} for {} in {}]".format, expressions, _names, expressions),
        st.builds("(lambda {}: {})".format, _names, expressions),
        st.builds("({} := {})".format, _names, expressions),
        st.builds("x[{}]".format, expressions),
        st.builds("not {}".format, _names),
    )


EXPRESSIONS = st.recursive(_atoms, _compound, max_leaves=6)

_simple = st.one_of(
    st.builds("{} = {}".format, _names, EXPRESSIONS),
    st.builds("{} = {}".format, _names, EXPRESSIONS),
    st.builds("{}, {} = {}".format, _names, _names, EXPRESSIONS),
    st.builds("self.{} = {}".format, _names, EXPRESSIONS),
    st.builds("{}: int = {}".format, _names, EXPRESSIONS),
    st.builds("{} += {}".format, _names, EXPRESSIONS),
    EXPRESSIONS,
    st.builds("print({})".format, EXPRESSIONS),
    st.sampled_from(IMPORTS),
    st.sampled_from(["pass", "del x", "assert x, loss", "'''text'''", "x = \\\n  1", "# only a comment"]),
)
_headers = st.one_of(
    st.builds("if {}:".format, EXPRESSIONS),
    st.builds("while {}:".format, EXPRESSIONS),
    st.builds("for {} in {}:".format, _names, EXPRESSIONS),
    st.builds("with {} as {}:".format, EXPRESSIONS, _names),
    st.builds("with tf.GradientTape() as {}, tf.GradientTape(persistent=True) as {}:".format, _names, _names),
    st.builds("with (tf.GradientTape() as {},):".format, _names),
    st.builds("def {}({}, {}=1, *args, **kwargs):".format, _names, st.just("a"), st.just("b")),
    st.builds("async def {}():".format, _names),
    st.builds("class {}(tf.keras.Model):".format, _names),
    st.builds("class {}(model):".format, _names),
    st.sampled_from(["try:", "if __name__ == '__main__':", "@tf.function\ndef step(x):", "match x:\n case {'a': tf}:"]),
)

Block = list["str | tuple[str, Block]"]


@st.composite
def _blocks(draw: DrawFn, depth: int) -> Block:
    block: Block = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.integers(0, 5))
        if kind == 0 and depth:
            block.append((draw(_headers), draw(_blocks(depth - 1))))
        elif kind == 1:
            block += draw(st.sampled_from(_TRAINING_BLOCKS))
        else:
            block.append(draw(_simple))
    return block


_TRAINING_BLOCKS: list[Block] = [
    [
        (
            "for x in data:",
            [
                ("with tf.GradientTape() as tape:", ["loss = model(x)"]),
                "grads = tape.gradient(loss, model.trainable_variables)",
                "opt.apply_gradients(zip(grads, model.trainable_variables))",
            ],
        )
    ],
    ["model.compile(opt, 'mse')", "model.fit(x, loss, epochs=3)"],
    ["train = tf.compat.v1.train.AdamOptimizer(0.1).minimize(loss)", "sess.run(train)"],
]


def _rendered(block: Block, layout: Layout, margin: str) -> list[str]:
    lines: list[str] = []
    simple: list[str] = []

    def flush() -> None:
        if layout.semicolons and not any("#" in each or "\n" in each for each in simple):
            lines.extend([margin + "; ".join(simple)] if simple else [])
        else:
            lines.extend(margin + each for each in simple)
        simple.clear()

    for statement in block:
        if isinstance(statement, str):
            simple.append(statement)
            continue
        flush()
        header, body = statement
        lines += _rendered_compound(header, body, layout, margin)
    flush()
    return lines


def _rendered_compound(header: str, body: Block, layout: Layout, margin: str) -> list[str]:
    deeper = margin + layout.indent
    if header.startswith("match"):
        first, second = header.split("\n")
        return [margin + first, deeper + second.strip(), *_rendered([*body, "pass"], layout, deeper + layout.indent)]
    lines = [margin + line for line in header.split("\n")]
    only = body[0]
    if layout.one_line_suites and len(body) == 1 and isinstance(only, str) and "\n" not in only and "#" not in only:
        lines[-1] += " " + only
    else:
        lines += _rendered([*body, "pass"], layout, deeper)
    if header == "try:":
        lines += [f"{margin}except ValueError:", f"{deeper}pass"]
    return lines


@st.composite
def programs(draw: DrawFn) -> str:
    """Give the text of a program that `ast.parse` accepts."""
    layout = draw(LAYOUTS)
    block: Block = [*draw(st.lists(st.sampled_from(IMPORTS), min_size=1, max_size=3)), *draw(_blocks(3))]
    lines = _rendered(block, layout, "")
    text = "\n".join(lines) + ("\n" if layout.final_newline else "")
    return ("\ufeff" if layout.bom else "") + text.replace("\n", layout.newline)


def is_python(text: str) -> bool:
    """Say whether Python accepts a text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text.removeprefix("\ufeff"))
        except (SyntaxError, ValueError):
            return False
    return True


PROGRAMS = programs().filter(is_python)
