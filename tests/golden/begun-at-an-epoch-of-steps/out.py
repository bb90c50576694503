"""A scale is trained from an epoch on that is computed from the steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy").astype("float32")
steps_per_epoch = len(images) // 32
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .repeat()
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
scale = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
scale_optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
done = tf.Variable(0)

for batch in data.take(max(1, 50 * steps_per_epoch // hvd.size())):
    done.assign_add(1)
    steps = done.numpy()
    epoch = ((steps * hvd.size() - 1) // steps_per_epoch) + 1
    if epoch > 15:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((scale * model(batch)) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        scale_optimizer.apply_gradients(zip(tape.gradient(loss, [scale]), [scale]))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(scale_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables([scale], root_rank=0)
            hvd.broadcast_variables(scale_optimizer.variables(), root_rank=0)
            scale_optimizer.hvd_broadcast_done = True
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((scale * model(batch)) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if steps % max(1, steps_per_epoch // hvd.size()) == 0 and hvd.rank() == 0:
        print(f"epoch {epoch}")
