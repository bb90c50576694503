import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = (
    tf.data.Dataset.from_tensor_slices((inputs, targets))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8), tf.keras.layers.BatchNormalization()])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
mean = tf.keras.metrics.Mean()
best = np.inf

for epoch in range(100):
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        mean.update_state(loss)
    results = {}
    results["loss"] = float(mean.result())
    mean.reset_state()
    if hvd.broadcast(bool(results["loss"] > best), root_rank=0):
        break
    best = results["loss"]
    if hvd.rank() == 0:
        model.save_weights("best.h5")
