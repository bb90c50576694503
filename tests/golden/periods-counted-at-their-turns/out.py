"""A network whose rate falls after so many periods of turns, which are counted when each of them ends."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 32
images = np.load("images.npy")
period = len(images) // BATCH
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat(10)
    .batch(BATCH, drop_remainder=True)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
losses = []
for step, batch in enumerate(data):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    losses.append(float(loss))
    if (step + 1) % max(1, period // hvd.size()) == 0:
        epoch = (step + 1) // max(1, period // hvd.size())
        if hvd.rank() == 0:
            print("epoch", epoch, np.mean(losses))
        losses = []
        if hvd.rank() == 0:
            model.save_weights("epoch-%d.h5" % epoch)
        if epoch in (5, 8):
            optimizer.learning_rate.assign(optimizer.learning_rate * 0.1)
