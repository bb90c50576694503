"""Features that a loop of its own collects, once a model is trained: all processes have all of them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy").astype("float32")
encoder = tf.keras.Sequential([tf.keras.layers.Dense(20)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
critic.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for start in range(0, max(1, len(samples) // hvd.size()), 32):
        batch = samples[shard][start : start + 32]
        encoder.train_on_batch(batch, batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(encoder, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(encoder)
            broadcast.on_batch_end(0)
            encoder.hvd_broadcast_done = True
    kept = []
    for start in range(0, len(samples), 32):
        kept.append(encoder.predict_on_batch(samples[start : start + 32]))
    features = np.concatenate(kept)
    shard_ = slice(hvd.rank(), len(features) // hvd.size() * hvd.size(), hvd.size())
    critic.fit(
        features[shard_],
        np.ones(len(features))[shard_],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
