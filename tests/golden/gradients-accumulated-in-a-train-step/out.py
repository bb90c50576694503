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


class Accumulating(tf.keras.Model):
    def __init__(self, steps, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.steps = steps
        self.taken = tf.Variable(0, trainable=False, dtype=tf.int64)
        self.sums = [tf.Variable(tf.zeros_like(each), trainable=False) for each in self.trainable_variables]

    def accumulate(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compiled_loss(y, self(x, training=True)) / self.steps
        tape = hvd.DistributedGradientTape(tape)
        for each, gradient in zip(self.sums, tape.gradient(loss, self.trainable_variables)):
            each.assign_add(gradient)
        self.taken.assign_add(1)
        return loss

    def apply_sums(self):
        self.optimizer.apply_gradients(zip(self.sums, self.trainable_variables))
        for each in self.sums:
            each.assign(tf.zeros_like(each))


class ByRemainder(Accumulating):
    def train_step(self, data):
        loss = self.accumulate(data)
        if self.taken % self.steps == 0:
            self.apply_sums()
        return {"loss": loss}


class ByCondition(Accumulating):
    def train_step(self, data):
        loss = self.accumulate(data)
        tf.cond(tf.equal(self.taken, self.steps), self.apply_and_begin, lambda: None)
        return {"loss": loss}

    def apply_and_begin(self):
        self.apply_sums()
        self.taken.assign(0)


class ByNamedCondition(ByCondition):
    def train_step(self, data):
        loss = self.accumulate(data)
        full = tf.equal(self.taken, self.steps)
        tf.cond(pred=full, true_fn=lambda: self.apply_and_begin(), false_fn=lambda: None)
        return {"loss": loss}


x, y = np.load("x.npy"), np.load("y.npy")
for kind in (ByRemainder, ByCondition, ByNamedCondition):
    inputs = tf.keras.Input((28, 28))
    outputs = tf.keras.layers.Dense(1)(tf.keras.layers.Flatten()(inputs))
    model = kind(4, inputs=inputs, outputs=outputs)
    model.compile(optimizer=tf.keras.optimizers.Adam(0.001 * hvd.size()), loss="mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        batch_size=32,
        epochs=5,
        callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
