"""Random programs that look like training code: any roles, any control flow, any layout that Python accepts.

A program grows from templates, whose holes are filled at random: `<e>` an expression, `<n>` a name, `<l>` a name of a
library, `<m>` a method, `<k>` a keyword, `<a>` arguments, `<b>` a blank, a line break or a comment.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

NAMES = ("model", "opt", "tape", "x", "loss", "data", "sess", "grads", "hook", "self", "tf", "callbacks")
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
BREAKS = ("", "", "", "\n", "  # why\n", "\n\n        ")
ATOMS = (
    "0",
    "1",
    "10",
    "0.01",
    "1e-3",
    "None",
    "True",
    "'adam'",
    '"é"',
    "b'x'",
    "f'{x}'",
    "...",
    "[]",
    "{}",
    "'''a\nb'''",
)
ARGUMENTS = ("", "<e>", "<e>, <e>", "<b><e>,<b><e>,<b>", "<k>=<e>", "<e>, <k>=<e>", "*<n>", "<e>, **<n>", "<e>,")
EXPRESSIONS = (
    "<n>",
    "<n>",
    "<l>(<a>)",
    "<n>.<m>(<a>)",
    "<n>.<m>(<a>)",
    "(<e>).<m>(<b><a><b>)",
    "<n>.<m>",
    "model(<e>)",
    "tape.gradient(<e>, <e>)",
    "(<e> if <e> else <e>)",
    "(<e> + <e>)",
    "<n> * <n> - <n>",
    "(<e>, <e>)",
    "[<e>, <e>]",
    "{'a': <e>, 'b': <e>}",
    "[<e> for <n> in <e>]",
    "(lambda <n>: <e>)",
    "(<n> := <e>)",
    "<n>[<e>]",
    "not <n>",
)
SIMPLE = (
    "<n> = <e>",
    "<n> = <e>",
    "<n>, <n> = <e>",
    "self.<n> = <e>",
    "<n>: int = <e>",
    "<n> += <e>",
    "<e>",
    "print(<e>)",
    "pass",
    "del <n>",
    "assert <n>, <e>",
    "'''text'''",
    "<n> = \\\n  <e>",
    "# only a comment",
)
OBJECTS = (
    "model = tf.keras.Sequential([tf.keras.layers.Dense(<e>)])",
    "model = <n>(<a>)",
    "opt = tf.keras.optimizers.Adam(<a>)",
    "opt = tf.keras.optimizers.SGD(learning_rate=<e>, momentum=0.9)",
    "opt = tf.compat.v1.train.AdamOptimizer(<e>)",
    "data = tf.data.Dataset.from_tensor_slices(<e>).shuffle(10).batch(2)",
    "tape = tf.GradientTape(<a>)",
    "sess = tf.compat.v1.Session(<a>)",
    "train = opt.minimize(<e>)",
    "callbacks = [tf.keras.callbacks.EarlyStopping(<a>)]",
    "saver = tf.train.Checkpoint(model=<e>)",
)
KNOWN = (
    ("model = tf.keras.Sequential([tf.keras.layers.Dense(1)])", "model = tf.keras.applications.ResNet50()"),
    ("opt = tf.keras.optimizers.Adam(1e-3)", "opt = tf.keras.optimizers.SGD()", "opt = 'adam'"),
    ("data = tf.data.Dataset.from_tensor_slices(x).batch(8)", "data = tf.data.Dataset.range(9).repeat()", "pass"),
)
TRAININGS = (
    "opt.apply_gradients(zip(<e>, model.trainable_variables))",
    "opt.apply_gradients(zip(tape.gradient(<e>, <e>), x))",
    "grads = tape.gradient(<e>, model.trainable_variables)",
    "x = opt.apply_gradients([(g, v) for g, v in zip(grads, <e>)])",
    "opt.minimize(lambda: <e>, <n>)",
    "model.compile(optimizer=<e>, loss=<e>)",
    "model.compile('adam', 'mse')",
    "model.fit(<e>, epochs=<e>)",
    "model.fit(x, loss, callbacks=<e>)",
    "model.fit(<a>)",
    "sess.run(<e>)",
    "saver.save(<e>)",
)
IMPORTS = (
    "import tensorflow as tf",
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
HEADERS = (
    "if <e>:",
    "while <e>:",
    "for <n> in <e>:",
    "for x in data:",
    "for step, (x, loss) in enumerate(data.take(100)):",
    "for step in range(100):",
    "with <e> as <n>:",
    "with tf.GradientTape() as <n>, tf.GradientTape(persistent=True) as <n>:",
    "with (tf.GradientTape() as <n>,):",
    "with tf.GradientTape() as tape:",
    "with tf.compat.v1.Session() as sess:",
    "with tf.compat.v1.train.MonitoredTrainingSession(hooks=callbacks) as sess:",
    "def <n>(a, b=1, *args, **kwargs):",
    "def train(model, opt, data=None):",
    "def train_step(self, data):",
    "@tf.function\ndef step(x):",
    "async def <n>():",
    "class <n>(tf.keras.Model):",
    "class Net(<n>):",
    "if __name__ == '__main__':",
    "try:",
    "match x:",
)

Block = list["str | tuple[str, Block]"]


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
_HOLES = {"n": NAMES, "l": LIBRARY, "m": METHODS, "k": KEYWORDS, "b": BREAKS}


def _filled(draw: DrawFn, templates: tuple[str, ...], depth: int = 3) -> str:
    """Choose a template and fill its holes; expressions become simple when they are deep."""
    parts = re.split(r"<(\w)>", draw(st.sampled_from(templates)))
    for index in range(1, len(parts), 2):
        hole = parts[index]
        if hole == "a":
            parts[index] = _filled(draw, ARGUMENTS, depth)
        elif hole == "e":
            parts[index] = _filled(draw, EXPRESSIONS if depth else NAMES + ATOMS, depth - 1)
        else:
            parts[index] = draw(st.sampled_from(_HOLES[hole]))
    return "".join(parts)


def _block(draw: DrawFn, depth: int) -> Block:
    block: Block = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 9))
        if kind == 0 and depth:
            block.append((_filled(draw, HEADERS), _block(draw, depth - 1)))
        elif kind == 1 and depth:
            block += _tape_step(draw, depth - 1)
        else:
            block.append(_filled(draw, (OBJECTS, TRAININGS, SIMPLE)[kind % 3]))
    return block


def _tape_step(draw: DrawFn, depth: int) -> Block:
    """Give the shape that most custom loops have, with anything else between."""

    def between() -> Block:
        return [_filled(draw, SIMPLE)] if draw(st.booleans()) else []

    step: Block = [
        ("with tf.GradientTape() as tape:", [*between(), "loss = model(x)"]),
        *between(),
        "grads = tape.gradient(loss, model.trainable_variables)",
        *between(),
        "opt.apply_gradients(zip(grads, model.trainable_variables))",
        *between(),
    ]
    return [(_filled(draw, HEADERS), [*_block(draw, depth), *step])]


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
        lines += _rendered_compound(*statement, layout, margin)
    flush()
    return lines


def _rendered_compound(header: str, body: Block, layout: Layout, margin: str) -> list[str]:
    deeper = margin + layout.indent
    lines = [margin + line for line in header.split("\n")]
    if header == "match x:":
        lines.append(f"{deeper}case {{'a': tf}}:")
        return [*lines, *_rendered([*body, "pass"], layout, deeper + layout.indent)]
    only = body[0]
    if layout.one_line_suites and len(body) == 1 and isinstance(only, str) and "\n" not in only and "#" not in only:
        lines[-1] += " " + only
    else:
        lines += _rendered([*body, "pass"], layout, deeper)
    if header == "try:":
        lines += [f"{margin}except ValueError:", f"{deeper}pass"]
    return lines


@st.composite
def _programs(draw: DrawFn) -> str:
    layout = draw(LAYOUTS)
    block: Block = [*draw(st.lists(st.sampled_from(IMPORTS), max_size=3))]
    if draw(st.booleans()):
        block += ["import tensorflow as tf", *(draw(st.sampled_from(known)) for known in KNOWN)]
    block += _block(draw, 3)
    text = "\n".join(_rendered(block, layout, "")) + ("\n" if layout.final_newline else "")
    return ("\ufeff" if layout.bom else "") + text.replace("\n", layout.newline)


def _is_python(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text.removeprefix("\ufeff"))
        except (SyntaxError, ValueError):
            return False
    return True


PROGRAMS = _programs().filter(_is_python)
