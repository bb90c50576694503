import numpy as np
import tensorflow as tf
import wandb
from wandb.keras import WandbCallback

wandb.init(project="plants")
config = wandb.config
config.units = 32
config.epochs = 5

x, y = np.load("leaves.npy"), np.load("species.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(config.units, "relu"), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, epochs=config.epochs, callbacks=[WandbCallback()])
wandb.log({"samples": len(x)})
