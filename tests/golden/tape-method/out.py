"""The model, its optimizer and the step live in a class; the loop is in another method."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, units, rate):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(rate * hvd.size())
        self.loss = tf.keras.losses.MeanSquaredError()

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.net(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, self.net.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_weights))
        return loss

    def train(self, data, epochs):
        for epoch in range(epochs):
            for x, y in data:
                loss = self.step(x, y)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.net.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print("Epoch", epoch, "loss", float(loss))


def main():
    x = tf.random.stateless_uniform([40, 4], seed=[7, 8])
    y = tf.reduce_sum(x, axis=1, keepdims=True)
    data = (
        tf.data.Dataset.from_tensor_slices((x, y))
        .apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                data.cardinality() // hvd.size()
            )
        )
        .batch(8)
    )
    trainer = Trainer(8, 0.01)
    trainer.train(data, epochs=2)


if __name__ == "__main__":
    main()
