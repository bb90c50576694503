"""Restriction on data: what a training reads must be found."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class DataUnknown(Rule):
    """The data that a model is trained on must be found in the project.

    ## What it does

    Names data that can't be followed to where they are made: a dataset from a library that is not known, an object of
    an unknown kind given to `fit`, a loop over it. Of a reinitialisable iterator that reads several datasets in turn,
    which one is trained on can't be seen either.

    ## Why

    Each process must get its own part of the data, and all equally many. How to divide an object depends on what it is.

    ## When it is not offered

    Arrays, `tf.data` pipelines, Keras sequences and generators are found through variables, functions, classes and
    modules of the project.

    ## Edit safety

    Nothing is edited: the script is not converted until these data can be divided, since processes that all train on the
    same samples, at a rate times their number, train wrongly. The option `data = "none"` divides nothing.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD211", "data-not-found"
    title = "Load the training data where they can be seen"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).batch(2))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
from somewhere import load
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(load("train"))
""",
            because="HVD211",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
training = tf.data.Dataset.from_tensor_slices(tf.random.normal([40, 3])).repeat().batch(4)
testing = tf.data.Dataset.from_tensor_slices(tf.random.normal([20, 3])).batch(4)
iterator = tf.data.Iterator.from_structure(training.output_types, training.output_shapes)
train_on, test_on = iterator.make_initializer(training), iterator.make_initializer(testing)
loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(train_on)
    for step in range(100):
        session.run(train_op)
    session.run(test_on)
""",
            because="HVD211",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
data = np.random.rand(1000, 4)
x = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        at = step * 40 % 960
        session.run(train, {x: data[at:at + 40]})
        print("at sample", at)
""",
            because="HVD211",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that divides the work raises it."""
        yield from ()
