"""`fit` with a train_step of our own."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class CustomModel(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compiled_loss(y, y_pred, regularization_losses=self.losses)

        trainable_vars = self.trainable_variables
        gradients = tape.gradient(loss, trainable_vars)
        self.optimizer.apply_gradients(zip(gradients, trainable_vars))
        self.compiled_metrics.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


inputs = keras.Input(shape=(16,))
outputs = keras.layers.Dense(1)(inputs)
model = CustomModel(inputs, outputs)
model.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse", metrics=["mae"])

rng = np.random.default_rng(13)
x = rng.random((289, 16)).astype("float32")
y = rng.random((289, 1)).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
model.fit(dataset, epochs=3)
