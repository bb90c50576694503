"""An optimizer and its rate come from settings that are attributes of an object of a library."""
import tensorflow as tf
from easydict import EasyDict

settings = EasyDict({"train": {"rate": 0.01, "epochs": 5}, "width": 8})
settings.make_optimizer = tf.keras.optimizers.SGD

x, y = tf.random.normal([512, 4]).numpy(), tf.random.normal([512, 1]).numpy()
model = tf.keras.Sequential([tf.keras.layers.Dense(settings.width), tf.keras.layers.Dense(1)])
model.compile(optimizer=settings.make_optimizer(learning_rate=settings.train.rate), loss="mse")
model.fit(x, y, batch_size=32, epochs=settings.train.epochs)
