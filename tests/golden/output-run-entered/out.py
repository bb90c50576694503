"""A tracker's run and a profile that a `with` enters: rank 0 alone enters them, the body is everyone's."""
import mlflow
import mlflow.tensorflow
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import contextlib

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
if hvd.rank() == 0:
    mlflow.set_experiment("digits")
    mlflow.tensorflow.autolog()
with mlflow.start_run(run_name="first") if hvd.rank() == 0 else contextlib.nullcontext():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())),
        tf.keras.losses.SparseCategoricalCrossentropy(True),
    )
    with tf.profiler.experimental.Profile("logs") if hvd.rank() == 0 else contextlib.nullcontext():
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            x[shard],
            y[shard],
            epochs=1,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
    if hvd.rank() == 0:
        mlflow.log_param("layers", len(model.layers))
        mlflow.keras.log_model(model, "model")
