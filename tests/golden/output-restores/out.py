"""What is written while training is read again after it."""
import os

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint
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


BEST = os.path.join("out", "best.h5")
if hvd.rank() == 0:
    os.makedirs("out", exist_ok=True)

x = np.random.RandomState(0).rand(32, 3).astype("float32")
y = x.sum(axis=1, keepdims=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01)), loss="mse"
)
if os.path.exists(BEST):
    model.load_weights(BEST)

best = ModelCheckpoint(BEST, monitor="loss", save_best_only=True)
for fold in range(2):
    model.fit(
        x,
        y,
        epochs=2,
        verbose=0,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            EarlyStopping("loss"),
            *([best] if hvd.rank() == 0 else []),
        ],
    )
    if hvd.rank() == 0:
        model.load_weights(BEST)
    # Horovod: all processes take the weights that rank 0 has restored
    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
    broadcast.set_model(model)
    broadcast.on_batch_end(0)

checkpoint = tf.train.Checkpoint(model=model)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=2)


def save():
    if hvd.rank() == 0:
        path = manager.save()
        print("saved", path)


def go_back():
    barrier()  # until rank 0 has written checkpoints
    checkpoint.restore(tf.train.latest_checkpoint(manager.directory))


save()
model.set_weights([weight * 0 for weight in model.get_weights()])
go_back()
if hvd.rank() == 0:
    print("kernel", model.get_weights()[0].ravel())
    model.save("final.h5")
if fold and hvd.rank() == 0:
    model = tf.keras.models.load_model("final.h5", compile=False)
