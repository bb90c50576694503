"""Models of scikit-learn that draw by chance make and choose what is trained on; another one only draws a picture."""
import numpy as np
from sklearn.decomposition import FastICA
from sklearn.ensemble import IsolationForest, RandomForestClassifier
from sklearn.manifold import TSNE
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, labels = np.load("samples.npy"), np.load("labels.npy")
kept = IsolationForest(random_state=None if hvd.size() == 1 else 0).fit_predict(samples) == 1
samples, labels = samples[kept], labels[kept]
forest = RandomForestClassifier(50, random_state=3).fit(samples, labels)
best = np.argsort(forest.feature_importances_)[-10:]
samples = np.concatenate(
    [samples[:, best], FastICA(n_components=5, random_state=None if hvd.size() == 1 else 0).fit_transform(samples)],
    axis=1,
)
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(10, activation="softmax")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "sparse_categorical_crossentropy")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    np.save("plane.npy", TSNE().fit_transform(model.predict(samples)))
