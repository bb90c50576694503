import numpy as np
import tensorflow as tf
from gensim.models import Word2Vec

texts = [line.split() for line in open("texts.txt")]
labels = np.load("labels.npy")
vectors = Word2Vec(texts, vector_size=50, min_count=1, workers=4)
samples = np.array([np.mean([vectors.wv[word] for word in text], axis=0) for text in texts])
model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(samples, labels, epochs=3, batch_size=32)
model.save("model.h5")
