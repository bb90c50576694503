import os
import tarfile

import tensorflow as tf
import wget
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


WEIGHTS = "weights"

if not os.path.isfile(os.path.join(WEIGHTS, "model.ckpt.index")):
    archive = (
        wget.download("https://example.org/model.tar.gz", WEIGHTS)
        if hvd.local_rank() == 0
        else None
    )
    if hvd.local_rank() == 0:
        tar = tarfile.open(archive) if hvd.local_rank() == 0 else None
        tar.extractall(path=WEIGHTS)
        tar.close()
barrier()  # until weights is there

x = tf.keras.Input([3])
model = tf.keras.Model(x, tf.keras.layers.Dense(1)(x))
model.load_weights(os.path.join(WEIGHTS, "model.ckpt"))
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    tf.random.normal([64, 3])[shard],
    tf.random.normal([64, 1])[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
