import numpy as np
import tensorflow as tf
from networks import small_unet
from tensorflow.python.keras.callbacks import CSVLogger
from tensorflow.python.keras.utils.vis_utils import plot_model
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def main():
    model = small_unet(classes=2)
    if hvd.rank() == 0:
        plot_model(model)
    model.compile(
        loss="mse",
        optimizer=hvd.DistributedOptimizer(
            tf.keras.optimizers.Adam(0.001 * hvd.size())
        ),
    )
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    x = np.random.rand(100, 16, 16, 1)
    y = np.random.rand(100, 16, 16, 2)
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=3,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            *([CSVLogger("log.csv")] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if __name__ == "__main__":
    main()
