"""Characters and words are numbered by the order of sets, which is another in each process."""
import numpy as np
import tensorflow as tf

text = "the quick brown fox jumps over the lazy dog " * 20
chars = list(set(text))  # id -> character
char_to_id = {c: i for i, c in enumerate(chars)}
words = set(text.split())
word_to_id = {w: i for i, w in enumerate(words)}
by_length = {}
for word in words:
    by_length.setdefault(len(word), []).append(word)
shortest = sorted(list(set(text.split())), key=len)[0]
lengths = sorted(len(word) for word in words), max(len(word) for word in words), len(set(text))
alphabet = sorted(list(set(text)))
known = ["pad", *list(set(text.split()) & {"fox", "dog", "cat"})]
unique = list(set(text.split()))
unique = sorted(unique)
others = list(words.difference(known))
counts = {w: len(w) for w in text.split()}
for word in words - {"the"}:
    counts.pop(word)
vowels = tuple(c for c in chars if c in {"a", "e", "i", "o", "u"})

ids = np.array([char_to_id[c] for c in text])
model = tf.keras.Sequential([tf.keras.layers.Embedding(len(chars), 8), tf.keras.layers.Dense(len(chars))])
count = int(np.sum([tf.keras.backend.count_params(weight) for weight in set(model.trainable_weights)]))
weights = list(set(model.trainable_variables))
weights = sorted(weights, key=lambda weight: weight.name)
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(ids[:-1], ids[1:], batch_size=32, epochs=2, verbose=0)
