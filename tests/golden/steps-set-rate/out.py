"""A variable counts the steps from those of earlier epochs on, and sets the rate: all processes' steps are meant."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

START, EPOCHS = 2, 10
digits = np.load("digits.npy")
data = (
    tf.data.Dataset.from_tensor_slices(digits)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
steps_per_epoch = len(digits) // 32
warm_up, total = 2 * steps_per_epoch, EPOCHS * steps_per_epoch
steps = tf.Variable(START * steps_per_epoch // hvd.size(), trainable=False, dtype=tf.int64)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
for epoch in range(START, EPOCHS):
    for batch in data:
        steps.assign_add(1)
        if steps * hvd.size() < warm_up:
            optimizer.learning_rate.assign(0.001 * int(steps * hvd.size()) / warm_up * hvd.size())
        else:
            optimizer.learning_rate.assign(
                0.0005 * (1 + np.cos(np.pi * int(steps * hvd.size()) / total)) * hvd.size()
            )
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        model.save_weights("model.h5")
