import numpy as np
from sklearn.metrics import roc_auc_score
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build():
    model = keras.Sequential([keras.layers.Dense(32, "relu"), keras.layers.Dense(6, "sigmoid")])
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
        "binary_crossentropy",
    )
    return model


FOLDS = 5
x, y, test = np.load("x.npy"), np.load("y.npy"), np.load("test.npy")
folds = np.arange(len(x)) % FOLDS
for fold in range(FOLDS):
    data, labels = x[folds != fold], y[folds != fold]
    model = build()
    best, best_epoch = -1, 0
    for epoch in range(100):
        shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            data[shard],
            labels[shard],
            batch_size=512,
            epochs=1,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        score = roc_auc_score(
            y[folds == fold],
            model.predict(x[folds == fold], verbose=1 if hvd.rank() == 0 else 0),
        )
        if hvd.rank() == 0:
            print(fold, epoch, score)
        if score > best:
            best, best_epoch = score, epoch
        if hvd.broadcast(bool(epoch - best_epoch > 5), root_rank=0):
            break
    data = np.vstack((data, test))
    labels = np.vstack((labels, model.predict(test, verbose=1 if hvd.rank() == 0 else 0)))
    for epoch in range(10):
        shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            data[shard],
            labels[shard],
            batch_size=512,
            epochs=1,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
    if hvd.rank() == 0:
        model.save(f"model-{fold}.h5")
