"""What one process writes is read twice; the devices are listed after the first wait, and none is set up."""

import tensorflow as tf
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


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
path = tf.keras.utils.get_file("digits.txt", "https://example.com/digits.txt")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
with open(path) as file:
    digits = [float(line) for line in file]

if tf.config.list_physical_devices("GPU"):
    width = 512
else:
    width = 32


def build_model():
    return tf.keras.Sequential([tf.keras.layers.Dense(width, input_shape=(1,)), tf.keras.layers.Dense(1)])


model = build_model()
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
saved = tf.keras.callbacks.ModelCheckpoint("checkpoints/{epoch}", save_weights_only=True)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    tf.constant(digits)[:, None][shard],
    tf.constant(digits)[:, None][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([saved] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)

barrier()  # until rank 0 has written the files
tf.train.latest_checkpoint("checkpoints")
model = build_model()
model.load_weights(tf.train.latest_checkpoint("checkpoints"))
