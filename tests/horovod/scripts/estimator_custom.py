"""An Estimator with a model_fn."""
import numpy as np
import tensorflow as tf

x = np.random.RandomState(43).rand(180, 12).astype("float32")
y = (x.sum(axis=1) > 6).astype("int32")


def input_fn(batch_size=12):
    dataset = tf.data.Dataset.from_tensor_slices(({"x": x}, y))
    return dataset.shuffle(180).repeat().batch(batch_size)


def model_fn(features, labels, mode, params):
    net = tf.compat.v1.layers.dense(features["x"], params["units"], activation=tf.nn.relu)
    logits = tf.compat.v1.layers.dense(net, 2)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"class": tf.argmax(logits, axis=1)})
    loss = tf.compat.v1.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    if mode == tf.estimator.ModeKeys.TRAIN:
        optimizer = tf.compat.v1.train.GradientDescentOptimizer(learning_rate=0.05)
        train_op = optimizer.minimize(loss=loss, global_step=tf.compat.v1.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode=mode, loss=loss, train_op=train_op)
    accuracy = tf.compat.v1.metrics.accuracy(labels=labels, predictions=tf.argmax(logits, axis=1))
    return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops={"accuracy": accuracy})


classifier = tf.estimator.Estimator(model_fn=model_fn, model_dir="./estimator_model", params={"units": 10})
classifier.train(input_fn=input_fn, steps=60)
result = classifier.evaluate(input_fn=input_fn, steps=5)
print("loss %.4f" % result["loss"])
