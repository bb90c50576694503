"""An Estimator of tf.contrib.learn that is given the size of its batches by an option: they are no whole set."""
import argparse

import tensorflow as tf
from sklearn.datasets import load_wine
from tensorflow.contrib import layers, learn
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=16)
args = parser.parse_args()
x, y = load_wine(return_X_y=True)


def model(features, labels):
    scores = layers.fully_connected(tf.to_float(features), 3, activation_fn=None)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, scores)
    step = tf.contrib.framework.get_global_step()
    return (
        tf.argmax(scores, 1),
        loss,
        layers.optimize_loss(
            loss,
            step,
            optimizer=lambda rate: hvd.DistributedOptimizer(
                tf.train.GradientDescentOptimizer(rate * hvd.size())
            ),
            learning_rate=0.01,
        ),
    )


config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
wine = learn.Estimator(model_fn=model, config=tf.estimator.RunConfig(session_config=config))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
wine.fit(
    x[shard],
    y[shard],
    steps=max(1, 1000 // hvd.size()),
    batch_size=args.batch_size,
    monitors=[hvd.BroadcastGlobalVariablesHook(0)],
)
