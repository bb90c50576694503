import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())

for epoch in range(10):
    losses = np.mean(
        (
            hvd.broadcast_object(
                model.predict(x, verbose=1 if hvd.rank() == 0 else 0),
                root_rank=0,
            )
            - y
        ) ** 2,
        axis=1,
    )
    hard = np.where(losses > 0.1)[0]
    shard = slice(hvd.rank(), len(hard) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(hard) // hvd.size()), 32):
        chosen = hard[shard][start : start + 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x[chosen]) - y[chosen]) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
