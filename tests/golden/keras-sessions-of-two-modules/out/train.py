import numpy as np
import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential

from features import extractor
from scores import score
import horovod.keras as hvd
import keras

hvd.init()

tf.logging.set_verbosity(tf.logging.ERROR)
images, targets = np.load("images.npy"), np.load("targets.npy")
samples = extractor.predict(images)
model = Sequential([Dense(1, input_shape=samples.shape[1:])])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        keras.optimizers.Adam(0.001 * hvd.size())
    ),
    loss="mse",
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    targets[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(score(samples))
