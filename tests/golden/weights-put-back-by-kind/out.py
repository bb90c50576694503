import os

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


FOLDER = "out"


def add_regularization(model, regularizer=tf.keras.regularizers.l2(0.0001)):
    if not isinstance(regularizer, tf.keras.regularizers.Regularizer):
        if hvd.rank() == 0:
            print("no regularizer")
        return model
    for layer in model.layers:
        if hasattr(layer, "kernel_regularizer"):
            setattr(layer, "kernel_regularizer", regularizer)
    text = model.to_json()
    path = os.path.join(FOLDER, "tmp_weights.h5")
    if hvd.local_rank() == 0:
        model.save_weights(path)
    barrier()  # until out/tmp_weights.h5 is there
    model = tf.keras.models.model_from_json(text)
    model.load_weights(path, by_name=True)
    return model


model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model = add_regularization(model)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    tf.zeros([100, 4])[shard],
    tf.zeros([100, 1])[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
