"""Libraries that fetch their data where they are asked for: processes of one host would write the same files at once."""

import gensim.downloader
import kagglehub
import nltk
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
nltk.download("punkt")
folder = kagglehub.dataset_download("somebody/reviews")
if hvd.local_rank() == 0:
    barrier()  # the others may go on


def matrix(words):
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    vectors = gensim.downloader.load("glove-wiki-gigaword-100")
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    return np.array([vectors[word] for word in words])


tokens = nltk.word_tokenize(open(f"{folder}/words.txt").read())
x, y = matrix(tokens), np.load(f"{folder}/labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
