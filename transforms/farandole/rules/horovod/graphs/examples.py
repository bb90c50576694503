"""Examples of the steps for TensorFlow 1 graphs."""

from __future__ import annotations

from farandole.rules.rule import Example

WRAP = [
    Example(
        before="""\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(train_op)
""",
        after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1)).minimize(
    w * w
)
with tf.Session() as sess:
    sess.run(train_op)
""",
    ),
    Example(
        before="""\
import tensorflow as tf
w = tf.Variable(1.0)
if tf.test.is_gpu_available():
    optimizer = tf.train.AdamOptimizer(0.1)
else:
    optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = optimizer.compute_gradients(w * w)
train_op = optimizer.apply_gradients([(tf.clip_by_value(g, -1.0, 1.0), v) for g, v in pairs])
with tf.Session() as sess:
    sess.run(train_op)
""",
        after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
if tf.test.is_gpu_available():
    optimizer = tf.train.AdamOptimizer(0.1)
else:
    optimizer = tf.train.GradientDescentOptimizer(0.1)
optimizer = hvd.DistributedOptimizer(optimizer)
pairs = optimizer.compute_gradients(w * w)
train_op = optimizer.apply_gradients([(tf.clip_by_value(g, -1.0, 1.0), v) for g, v in pairs])
with tf.Session() as sess:
    sess.run(train_op)
""",
    ),
    Example(
        before="""\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
gradients, norm = tf.clip_by_global_norm(tf.gradients(w * w, [w]), 5.0)
train_op = optimizer.apply_gradients(zip(gradients, [w]))
with tf.Session() as sess:
    sess.run(train_op)
""",
        after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
gradients, norm = tf.clip_by_global_norm(
    [
        None if g is None else hvd.allreduce(g)
        for g in tf.gradients(w * w, [w])
    ],
    5.0,
)
train_op = optimizer.apply_gradients(zip(gradients, [w]))
with tf.Session() as sess:
    sess.run(train_op)
""",
    ),
]

BROADCAST = [
    Example(
        before="""\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
saver = tf.train.Saver()
checkpoint = tf.train.latest_checkpoint("model")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if checkpoint:
        saver.restore(sess, checkpoint)
    sess.run(train_op)
""",
        after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
saver = tf.train.Saver()
checkpoint = tf.train.latest_checkpoint("model")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if checkpoint:
        saver.restore(sess, checkpoint)
    sess.run(hvd.broadcast_global_variables(0))
    sess.run(train_op)
""",
    ),
    Example(
        before="""\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
hooks = [tf.train.StopAtStepHook(last_step=10)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:
    sess.run(train_op)
""",
        after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
hooks = [tf.train.StopAtStepHook(last_step=10)]
with tf.train.MonitoredTrainingSession(
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks]
) as sess:
    sess.run(train_op)
""",
    ),
]
