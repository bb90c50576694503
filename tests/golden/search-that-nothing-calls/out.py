"""One training is run; a search that goes on when a trial fails is left over, and nothing calls it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")


def train(units, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units, activation="relu"), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        images[shard],
        labels[shard],
        epochs=epochs,
        batch_size=64,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    return model


def search(trials):
    for trial in range(trials):
        try:
            train(8 * (trial + 1), 2)
        except ValueError as error:
            if hvd.rank() == 0:
                print(error)


if __name__ == "__main__":
    train_result = train(32, 10)
    if hvd.rank() == 0:
        train_result.save("digits.h5")
