"""What is written while training is read again after it."""
import os

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint

BEST = os.path.join("out", "best.h5")
os.makedirs("out", exist_ok=True)

x = np.random.RandomState(0).rand(32, 3).astype("float32")
y = x.sum(axis=1, keepdims=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
if os.path.exists(BEST):
    model.load_weights(BEST)

best = ModelCheckpoint(BEST, monitor="loss", save_best_only=True)
for fold in range(2):
    model.fit(x, y, epochs=2, verbose=0, callbacks=[EarlyStopping("loss"), best])
    model.load_weights(BEST)

checkpoint = tf.train.Checkpoint(model=model)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=2)


def save():
    path = manager.save()
    print("saved", path)


def go_back():
    checkpoint.restore(manager.latest_checkpoint)


save()
model.set_weights([weight * 0 for weight in model.get_weights()])
go_back()
print("kernel", model.get_weights()[0].ravel())
model.save("final.h5")
if fold:
    model = tf.keras.models.load_model("final.h5", compile=False)
