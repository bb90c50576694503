"""A method that returns at most turns does the rest at those of a period; so does a loop that goes on."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Report(tf.keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight, self.seen = weight, 0

    def on_train_batch_end(self, batch, logs=None):
        self.seen += 1
        if self.seen % max(1, 1000 // hvd.size()) != 0:
            return
        if hvd.rank() == 0:
            print(self.seen, logs["loss"])
        self.weight.assign(self.weight * 0.5)


images, labels = np.load("images.npy"), np.load("labels.npy")
weight = tf.Variable(1.0, trainable=False)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    lambda true, given: weight * tf.reduce_mean(tf.square(true - given)),
)
best, kept = 1e9, None
for units in (1, 2, 3):
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    history = model.fit(
        images[shard],
        labels[shard],
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Report(weight)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    loss = history.history["loss"][-1]
    if hvd.broadcast(bool(loss >= best), root_rank=0):
        continue
    best, kept = loss, model.get_weights()
model.set_weights(kept)
if hvd.rank() == 0:
    model.save("model.h5")
