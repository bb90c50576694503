import json

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
from tqdm import tqdm
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

with open("options.json") as file:
    options = json.load(file)

x = np.load("x.npy")
model = Sequential([Dense(8, input_shape=(8,))])
model.compile(hvd.DistributedOptimizer(Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
parts = [
    model.predict(part, **{**options["predict"], **({} if hvd.rank() == 0 else {"verbose": 0})})
    for part in tqdm(
        np.array_split(x, 10), **{**options["bar"], **({} if hvd.rank() == 0 else {"disable": True})}
    )
]
if hvd.rank() == 0:
    np.save("parts.npy", np.concatenate(parts))
