"""Numbers must not be made of words by Python's hashes, which are others in each process."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule

_HASH = "builtins.hash"
_OF_WORDS = {"hashing_trick": 2, "one_hot": None}
"""Functions of Keras that number words by hashes, and the position at which they get another function for that."""

_OF_TEXTS = ".preprocessing.text."


class HashesDiffer(Rule):
    """Numbers must not be made of words by Python's hashes.

    ## What it does

    Names a remainder of `hash(word)`, as buckets of words and splits of names are chosen by, and a `hashing_trick` or
    `one_hot` of Keras, which use that function when they are given no other one.

    ## Why

    Python draws a new seed for the hashes of texts in each process. A word is another number in each process then, and all
    train one embedding of it; and a sample may belong to the training in one process and to the validation in another.

    ## When it is not offered

    What is hashed is a number; the hash is only compared with another, or names something.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD244", "hashes-differ"
    title = "Take a hash that is the same everywhere: zlib.crc32(word.encode()), or hash_function='md5'"
    untouched = [
        """\
import tensorflow as tf
from tensorflow.keras.preprocessing.text import hashing_trick
ids = [hashing_trick(line, 100, hash_function="md5")[0] for line in open("lines.txt")]
numbers = [hash(7) % 4] * len(ids)
model = tf.keras.Sequential([tf.keras.layers.Embedding(100, 4), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.constant(ids), tf.constant(numbers))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
ids = [abs(hash(line)) % 100 for line in open("lines.txt")]
model = tf.keras.Sequential([tf.keras.layers.Embedding(100, 4), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.constant(ids), tf.ones([len(ids), 1]))
""",
            because="HVD244",
        ),
        Refused(
            """\
import tensorflow as tf
from tensorflow.keras.preprocessing.text import one_hot
ids = [one_hot(line, 100)[0] for line in open("lines.txt")]
model = tf.keras.Sequential([tf.keras.layers.Embedding(100, 4), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.constant(ids), tf.ones([len(ids), 1]))
""",
            because="HVD244",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what makes numbers of words by Python's hashes."""
        for call in script.calls if script.trainings else ():
            if _is_remainder(script, call) or _numbers_words(script, call):
                document = call.document
                message = f"{document.quote(call.node)} gives the same words other numbers in each process"
                yield Refusal(self, message).finding("HVD106", document, call.node, script.trainings[0])


def _is_remainder(script: Script, call: Call) -> bool:
    """Say whether of a hash of something that is no number a remainder, or some bits, are taken."""
    if _HASH not in call.names or any(isinstance(each, int | float) for each in script.constants(*call.node.args[:1])):
        return False
    document = call.document
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod | ast.BitAnd)
        and call.node in script.slices.of(document, node.left)
        for node in document.within(document.scope(call.node), ast.BinOp)
    )


def _numbers_words(script: Script, call: Call) -> bool:
    """Say whether a function of Keras numbers words by Python's hashes."""
    if call.attribute not in _OF_WORDS or not any(_OF_TEXTS in name for name in call.names):
        return False
    position = _OF_WORDS[call.attribute]
    given = call.keyword("hash_function")
    return given is None and (position is None or len(call.node.args) <= position)
