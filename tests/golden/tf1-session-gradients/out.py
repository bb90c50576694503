import argparse
import os

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="momentum")
parser.add_argument("--gpu", default="0")
args = parser.parse_args()

rng = np.random.RandomState(0)
images = rng.rand(120, 6).astype("float32")
labels = (images.sum(axis=1) > 3).astype("int32")

x = tf.placeholder(tf.float32, [None, 6])
y = tf.placeholder(tf.int32, [None])
hidden = tf.layers.dense(x, 8, activation=tf.nn.relu)
logits = tf.layers.dense(hidden, 2)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)

if args.optimizer == "momentum":
    optimizer = tf.train.MomentumOptimizer(0.05 * hvd.size(), momentum=0.9)
elif args.optimizer == "adam":
    optimizer = tf.train.AdamOptimizer(1e-3 * hvd.size())
else:
    raise ValueError(args.optimizer)

# Clip by the global norm, as for recurrent networks.
variables = tf.trainable_variables()
gradients, norm = tf.clip_by_global_norm(
    [
        None if g is None else hvd.allreduce(g)
        for g in tf.gradients(loss, variables)
    ],
    5.0,
)
step = tf.train.get_or_create_global_step()
apply_op = optimizer.apply_gradients(zip(gradients, variables), global_step=step)
average = tf.train.ExponentialMovingAverage(0.99)
with tf.control_dependencies([apply_op]):
    train_op = average.apply(variables)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.InteractiveSession(config=config)
tf.global_variables_initializer().run()
hvd.broadcast_global_variables(0).run()
for i in range(max(1, 40 // hvd.size())):
    at = ((i * hvd.size() + hvd.rank()) * 12) % 120
    train_op.run(feed_dict={x: images[at:at + 12], y: labels[at:at + 12]})
if hvd.rank() == 0:
    print(step.eval())
