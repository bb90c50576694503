"""Keras layers in a TF 1 graph, an epoch loop over an initialisable iterator."""
import horovod.tensorflow as hvd
import numpy as np
import tensorflow as tf

hvd.init()

tf.compat.v1.disable_v2_behavior()

series = np.random.RandomState(59).randn(161, 6, 2).astype("float32")
answer = series.sum(axis=(1, 2))[:, None].astype("float32")

dataset = tf.data.Dataset.from_tensor_slices((series, answer))
if hvd.size() > 1:
    dataset = dataset.take(160).shard(hvd.size(), hvd.rank())
dataset = dataset.batch(14)
iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
x, y = iterator.get_next()
state = tf.keras.layers.SimpleRNN(5)(x)
guess = tf.keras.layers.Dense(1)(state)
loss = tf.reduce_mean(tf.abs(guess - y))
optimizer = tf.compat.v1.train.AdamOptimizer(learning_rate=0.01 * hvd.size())
train_step = hvd.DistributedOptimizer(optimizer, op=hvd.Sum).minimize(loss)

sess = tf.compat.v1.Session()
sess.run(tf.compat.v1.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
for epoch in range(3):
    sess.run(iterator.initializer)
    while True:
        try:
            _, value = sess.run([train_step, loss])
        except tf.errors.OutOfRangeError:
            break
    if hvd.rank() == 0:
        print("epoch", epoch, "loss", value)
sess.close()
