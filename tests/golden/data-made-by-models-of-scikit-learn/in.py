"""Models of scikit-learn that draw by chance make and choose what is trained on; another one only draws a picture."""
import numpy as np
from sklearn.decomposition import FastICA
from sklearn.ensemble import IsolationForest, RandomForestClassifier
from sklearn.manifold import TSNE
from tensorflow import keras

samples, labels = np.load("samples.npy"), np.load("labels.npy")
kept = IsolationForest().fit_predict(samples) == 1
samples, labels = samples[kept], labels[kept]
forest = RandomForestClassifier(50, random_state=3).fit(samples, labels)
best = np.argsort(forest.feature_importances_)[-10:]
samples = np.concatenate([samples[:, best], FastICA(n_components=5).fit_transform(samples)], axis=1)
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(10, activation="softmax")])
model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
model.fit(samples, labels, epochs=5)
np.save("plane.npy", TSNE().fit_transform(model.predict(samples)))
