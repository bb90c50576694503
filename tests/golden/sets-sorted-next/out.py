import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


words = open("words.txt").read().split()
letters = list(set("".join(words)))
letters.sort()
numbers = {letter: number for number, letter in enumerate(letters)}


class Tags:
    def __init__(self, words):
        self.tags = list({word[-1] for word in words})
        self.tags.sort(reverse=True)
        self.first = in_one_order({word[0] for word in words})
        self.first.sort(key=len)


tags = Tags(words)
model = tf.keras.Sequential([tf.keras.layers.Dense(len(tags.tags) + len(tags.first))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
x = np.array([[numbers[letter] for letter in word[:4]] for word in words])
y = np.array([tags.tags.index(word[-1]) + tags.first.index(word[0]) for word in words])
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
