"""Eager execution of TensorFlow 1 with a configuration: the GPU is chosen in that."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
config.gpu_options.allow_growth = True
tf.enable_eager_execution(config=config)

features = tf.random_normal([640, 3])
dataset = tf.data.Dataset.from_tensor_slices((features, tf.reduce_sum(features, 1, keepdims=True)))
dataset = dataset.shard(hvd.size(), hvd.rank()).take(
    tf.data.experimental.cardinality(dataset) // hvd.size()
)
dataset = dataset.shuffle(640, seed=1).batch(32, drop_remainder=True)
model = tf.keras.layers.Dense(1)
optimizer = tf.train.AdamOptimizer(0.01 * hvd.size())
for epoch in range(5):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.losses.mean_squared_error(y, model(x))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print("epoch", epoch, "loss", loss.numpy())
