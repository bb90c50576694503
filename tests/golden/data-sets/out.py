"""Characters and words are numbered by the order of sets, which is another in each process."""
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


text = "the quick brown fox jumps over the lazy dog " * 20
chars = in_one_order(set(text))  # id -> character
char_to_id = {c: i for i, c in enumerate(chars)}
words = set(text.split())
word_to_id = {w: i for i, w in enumerate(in_one_order(words))}
by_length = {}
for word in in_one_order(words):
    by_length.setdefault(len(word), []).append(word)
shortest = sorted(in_one_order(set(text.split())), key=len)[0]
lengths = sorted(len(word) for word in words), max(len(word) for word in words), len(set(text))
alphabet = sorted(list(set(text)))
known = ["pad", *in_one_order(set(text.split()) & {"fox", "dog", "cat"})]
unique = list(set(text.split()))
unique = sorted(unique)
others = in_one_order(words.difference(known))
counts = {w: len(w) for w in text.split()}
for word in words - {"the"}:
    counts.pop(word)
vowels = tuple(c for c in chars if c in {"a", "e", "i", "o", "u"})

ids = np.array([char_to_id[c] for c in text])
model = tf.keras.Sequential([tf.keras.layers.Embedding(len(chars), 8), tf.keras.layers.Dense(len(chars))])
count = int(np.sum([tf.keras.backend.count_params(weight) for weight in set(model.trainable_weights)]))
weights = list(set(model.trainable_variables))
weights = sorted(weights, key=lambda weight: weight.name)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    ids[:-1][shard],
    ids[1:][shard],
    batch_size=32,
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
