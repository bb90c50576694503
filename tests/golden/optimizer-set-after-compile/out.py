import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(1)

    def compile(self, optimizer, loss_fn):
        super().compile()
        self.optimizer = optimizer
        self.loss_fn = loss_fn

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.inner(x))
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, self.inner.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.inner.trainable_variables))
        return {"loss": loss}


x, y = np.load("x.npy"), np.load("y.npy")
net = Net()
net.compile(
    tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size()),
    tf.keras.losses.MeanSquaredError(),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
net.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
