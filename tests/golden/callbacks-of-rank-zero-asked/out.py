"""What a callback that rank 0 alone has tells of the training is asked for on all ranks."""
import numpy as np
from sklearn.model_selection import KFold
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("samples.npy"), np.load("labels.npy")


class Best(keras.callbacks.ModelCheckpoint):
    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        if logs["val_loss"] <= self.best:
            self.best_epoch = epoch


scores, epochs = [], []
for fold, (train, test) in enumerate(KFold(n_splits=5).split(x)):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    best = Best(f"fold{fold}.h5", save_best_only=True)
    board = keras.callbacks.TensorBoard(f"logs/{fold}")
    x_train, y_train = x[train], y[train]
    shard = slice(hvd.rank(), len(x_train) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x_train[shard],
        y_train[shard],
        epochs=20,
        validation_data=(x[test], y[test]),
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            *([best, board] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        print("fold", fold, "of", board.log_dir, "has a loss of", best.best)
    scores.append(hvd_tf.broadcast_object(best.best, root_rank=0))
    epochs.append(hvd_tf.broadcast_object(best.best_epoch if hvd.rank() == 0 else None, root_rank=0))
    if hvd.broadcast(bool(best.best < 0.01), root_rank=0):
        break

final = keras.Sequential([keras.layers.Dense(1)])
final.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
final.fit(
    x[shard],
    y[shard],
    epochs=epochs[int(np.argmin(scores))] + 1,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    final.save("final.h5")
