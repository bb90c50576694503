"""A sequence that reads a list of sentences at the places at which it reads their labels; names are no samples."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

CLASSES = ["calm", "angry"]


class Sentences(tf.keras.utils.Sequence):
    def __init__(self, sentences, labels, classes, size):
        self.sentences, self.labels = sentences, labels
        self.classes = list(classes)
        self.size = size

    def __len__(self):
        return len(self.labels) // self.size

    def __getitem__(self, index):
        chosen = np.arange(index * self.size, (index + 1) * self.size)
        words = np.array([len(self.sentences[each]) for each in chosen], "float32")
        return words[:, None], self.labels[chosen] % len(self.classes)


with open("sentences.txt") as lines:
    sentences = [line.split() for line in lines]
labels = np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(len(CLASSES))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
)
shard = slice(hvd.rank(), len(sentences) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    Sentences(sentences[shard], labels[shard], CLASSES, 16),
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
