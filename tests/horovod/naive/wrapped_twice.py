"""`fit` with a train_step of our own."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()


class CustomModel(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compiled_loss(y, y_pred, regularization_losses=self.losses)

        tape = hvd_tf.DistributedGradientTape(tape)
        trainable_vars = self.trainable_variables
        gradients = tape.gradient(loss, trainable_vars)
        self.optimizer.apply_gradients(zip(gradients, trainable_vars))
        self.compiled_metrics.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


inputs = keras.Input(shape=(16,))
outputs = keras.layers.Dense(1)(inputs)
model = CustomModel(inputs, outputs)
model.compile(optimizer=hvd.DistributedOptimizer(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size()))), loss="mse", metrics=["mae"])

rng = np.random.default_rng(13)
x = rng.random((289, 16)).astype("float32")
y = rng.random((289, 1)).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices((x, y)).take(288).shard(hvd.size(), hvd.rank()).batch(16)
model.fit(dataset, epochs=3, verbose=1 if hvd.rank() == 0 else 0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
