import sys

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
tests, answers = np.load("tests.npy"), np.load("answers.npy")


class Report(tf.keras.callbacks.Callback):
    def __init__(self, guess):
        super().__init__()
        self.guess = guess
        self.scores = []

    def on_epoch_end(self, epoch, logs=None):
        guessed = self.guess([tests])[0]
        self.scores.append(float(np.mean(np.argmax(guessed, 1) == answers)))
        if hvd.broadcast(
            bool(len(self.scores) > 5 and self.scores[-1] < min(self.scores[-5:-1])), root_rank=0
        ):
            if hvd.rank() == 0:
                print("it gets no better")
            sys.exit()


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
guess = tf.keras.backend.function([model.input], [model.output])
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=50,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Report(guess)],
    verbose=1 if hvd.rank() == 0 else 0,
)
