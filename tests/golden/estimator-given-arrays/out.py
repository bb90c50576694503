"""An Estimator of tf.contrib.learn that is given arrays, which it shuffles by a seed of its own."""

import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from tensorflow.contrib import layers, learn
import horovod.tensorflow as hvd

hvd.init()

x, y = load_wine(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=7)


def model(features, labels):
    scores = layers.fully_connected(tf.to_float(features), 3, activation_fn=None)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, scores)
    step = tf.contrib.framework.get_global_step()
    train_op = layers.optimize_loss(
        loss,
        step,
        optimizer=lambda rate: hvd.DistributedOptimizer(
            tf.train.GradientDescentOptimizer(rate * hvd.size())
        ),
        learning_rate=0.01,
    )
    return tf.argmax(scores, 1), loss, train_op


config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
wine = learn.Estimator(model_fn=model, config=tf.estimator.RunConfig(session_config=config))
shard = slice(hvd.rank(), len(x_train) // hvd.size() * hvd.size(), hvd.size())
wine.fit(
    x_train[shard],
    y_train[shard],
    steps=max(1, 1000 // hvd.size()),
    batch_size=16,
    monitors=[hvd.BroadcastGlobalVariablesHook(0)],
)
if hvd.rank() == 0:
    print(list(wine.predict(x_test)))
