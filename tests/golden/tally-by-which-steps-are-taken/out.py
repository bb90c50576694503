"""A count in a dictionary, of which every third lets another step be taken: it grows by one, and its limit is divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("faces.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(64)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, of_critic = tf.keras.optimizers.Adam(0.001 * hvd.size()), tf.keras.optimizers.Adam(0.001 * hvd.size())
state = {"step": 0}
for epoch in range(10):
    for batch in tf.data.Dataset.from_tensor_slices(x).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(1000).batch(32):
        if state["step"] < 1000 // hvd.size() or state["step"] % 3 == 0:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(critic(batch)) - tf.reduce_mean(critic(model(batch)))
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, critic.trainable_weights)
            of_critic.apply_gradients(zip(gradients, critic.trainable_weights))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(of_critic, "hvd_broadcast_done", False):
                hvd.broadcast_variables(critic.variables, root_rank=0)
                hvd.broadcast_variables(of_critic.variables(), root_rank=0)
                of_critic.hvd_broadcast_done = True
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - batch) ** 2) + tf.reduce_mean(critic(model(batch)))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        state["step"] += 1
