import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    )
    .shuffle(1000)
    .batch(32)
)
encoder = tf.keras.Sequential([tf.keras.layers.Dense(2)])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)])
decoder.build((None, 2))
both = [
    tf.keras.optimizers.Adam(0.001 * hvd.size()), tf.keras.optimizers.Adam(0.01 * hvd.size())
]
for epoch in range(3):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(decoder(encoder(batch)) - batch))
        tape = hvd.DistributedGradientTape(tape)
        variables = decoder.trainable_variables
        of_encoder, of_decoder = tf.nest.pack_sequence_as(
            [encoder.trainable_variables, variables],
            tape.gradient(loss, tf.nest.flatten([encoder.trainable_variables, variables])),
        )
        both[0].apply_gradients(zip(of_encoder, encoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(both[0], "hvd_broadcast_done", False):
            hvd.broadcast_variables(encoder.variables, root_rank=0)
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(both[0].variables(), root_rank=0)
            both[0].hvd_broadcast_done = True
        both[1].apply_gradients(zip(of_decoder, variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(both[1], "hvd_broadcast_done", False):
            hvd.broadcast_variables(encoder.variables, root_rank=0)
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(both[1].variables(), root_rank=0)
            both[1].hvd_broadcast_done = True
groups = [decoder.trainable_variables[:2], decoder.trainable_variables[2:]]
optimizers = [tf.keras.optimizers.SGD(rate * hvd.size()) for rate in (0.01, 0.1)]
for batch in samples:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(decoder(batch[:, :2]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tf.nest.pack_sequence_as(groups, tape.gradient(loss, tf.nest.flatten(groups)))
    for optimizer, some, group in zip(optimizers, gradients, groups):
        optimizer.apply_gradients(zip(some, group))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
