import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(epochs=10, patience=None):
    x, y = np.load("x.npy"), np.load("y.npy")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    compile_args = {"loss": "mse"}
    compile_args["optimizer"] = hvd.DistributedOptimizer(
        tf.keras.optimizers.Adam(0.001 * hvd.size())
    )
    model.compile(**compile_args)
    for fold in range(3):
        shard = slice(
            hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size()
        )
        arguments = {"x": x[shard], "y": y[shard], "epochs": epochs}
        arguments["batch_size"] = 32
        arguments["shuffle"] = True
        model.fit(
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
            **arguments,
        )
    if hvd.rank() == 0:
        model.save("m.h5")


train()
