"""A loop that is left at its last step, unless a condition above lets it go on."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy").astype("float32")
STEPS = max(1, 1000 // hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(1e-3 * hvd.size())
adv = tf.keras.optimizers.Adam(1e-4 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(8)
    .repeat()
)
step = 0
for batch in data:
    step += 1
    weight = 0.0
    if step > 200 // hvd.size():
        weight = 0.5
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) + weight
    tape = hvd.DistributedGradientTape(tape)
    grads = tape.gradient(loss, model.trainable_variables)
    if step <= 500 // hvd.size():
        opt.apply_gradients(zip(grads, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(opt.variables(), root_rank=0)
            opt.hvd_broadcast_done = True
    else:
        adv.apply_gradients(zip(grads, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(adv, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(adv.variables(), root_rank=0)
            adv.hvd_broadcast_done = True
    if step < STEPS:
        continue
    break
if hvd.rank() == 0:
    model.save_weights("m.h5")
