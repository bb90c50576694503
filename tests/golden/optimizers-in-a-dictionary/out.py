"""Optimizers in a dictionary, of which one is frozen at first: what they train is broadcast after the first step of each."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

batches = (
    tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
base, head = tf.keras.Sequential([tf.keras.layers.Dense(64)]), tf.keras.layers.Dense(10)
optimizers = {"base": tf.keras.optimizers.SGD(1e-4 * hvd.size()), "head": tf.keras.optimizers.SGD(1e-2 * hvd.size())}
loss_function = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
for epoch in range(20):
    for x, y in batches:
        with tf.GradientTape() as tape:
            loss = loss_function(y, head(base(x)))
        tape = hvd.DistributedGradientTape(tape)
        of_base, of_head = tf.nest.pack_sequence_as(
            [base.trainable_variables, head.trainable_variables],
            tape.gradient(loss, tf.nest.flatten([base.trainable_variables, head.trainable_variables])),
        )
        if epoch >= 3:
            optimizers["base"].apply_gradients(zip(of_base, base.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizers["base"], "hvd_broadcast_done", False):
                hvd.broadcast_variables(base.variables, root_rank=0)
                hvd.broadcast_variables(head.variables, root_rank=0)
                hvd.broadcast_variables(optimizers["base"].variables(), root_rank=0)
                optimizers["base"].hvd_broadcast_done = True
        optimizers["head"].apply_gradients(zip(of_head, head.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizers["head"], "hvd_broadcast_done", False):
            hvd.broadcast_variables(base.variables, root_rank=0)
            hvd.broadcast_variables(head.variables, root_rank=0)
            hvd.broadcast_variables(optimizers["head"].variables(), root_rank=0)
            optimizers["head"].hvd_broadcast_done = True
