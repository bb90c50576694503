import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Fade(tf.keras.callbacks.Callback):
    def __init__(self, batches):
        super().__init__()
        self.batches = batches
        self.seen = tf.Variable(0.0)
        self.share = tf.Variable(0.0)

    def on_train_batch_begin(self, batch, logs=None):
        self.seen.assign_add(1)
        self.share.assign(tf.minimum(1.0, self.seen * hvd.size() / self.batches))


images, labels = np.load("images.npy").astype("float32"), np.load("labels.npy")
fade = Fade(2000)
inputs = tf.keras.Input((images.shape[1],))
hidden = tf.keras.layers.Dense(20, activation="relu")(inputs) * fade.share
model = tf.keras.Model(inputs, tf.keras.layers.Dense(10, activation="softmax")(hidden))
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=20,
    batch_size=128,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), fade],
    verbose=1 if hvd.rank() == 0 else 0,
)
