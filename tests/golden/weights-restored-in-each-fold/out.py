"""Takes the best weights of each fold back, on rank 0, and sends them to all: nothing of that is decided by a loss."""

import numpy as np
from sklearn.model_selection import StratifiedKFold
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, labels = np.load("samples.npy"), np.load("labels.npy")
test = np.load("test.npy")
fold = 0
for training, held in StratifiedKFold(n_splits=5, shuffle=True, random_state=0).split(samples, labels):
    model = keras.Sequential([keras.layers.Dense(10), keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Nadam(0.001 * hvd.size())), "binary_crossentropy")
    path = "best" + str(fold) + ".h5"
    best = keras.callbacks.ModelCheckpoint(path, save_best_only=True, save_weights_only=True)
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        samples[training][shard],
        labels[training][shard],
        validation_data=(samples[held], labels[held]),
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            *([best] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.load_weights(path)
    # Horovod: all processes take the weights that rank 0 has restored
    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
    broadcast.set_model(model)
    broadcast.on_batch_end(0)
    if hvd.rank() == 0:
        np.save("predictions" + str(fold), model.predict(test))
    fold += 1
