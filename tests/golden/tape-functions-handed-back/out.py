"""A method compiles the functions of a model: one of two loops over data trains, and the other evaluates."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Regression(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.sgd = tf.keras.optimizers.SGD(0.1 * hvd.size())
        self.train = self._compiled(self._train)
        self.evaluate_on = self._compiled(self._evaluate_on)

    def _compiled(self, function):
        if tf.config.functions_run_eagerly():
            return function
        return tf.function(reduce_retracing=True)(function)

    def call(self, x):
        return self.dense(x)

    def _train(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.sgd.apply_gradients(zip(gradients, self.trainable_variables))
        return loss

    def _evaluate_on(self, x, y):
        return tf.reduce_mean((self(x) - y) ** 2)


if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
x = tf.random.normal([80, 3])
training = (
    tf.data.Dataset.from_tensor_slices((x, x[:, :1]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)
testing = tf.data.Dataset.from_tensor_slices((x + 1.0, x[:, :1])).batch(8)
model = Regression()
for epoch in range(3):
    for inputs, targets in training:
        model.train(inputs, targets)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model.sgd, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(model.sgd.variables(), root_rank=0)
            model.sgd.hvd_broadcast_done = True
    for inputs, targets in testing:
        model_evaluate_on = model.evaluate_on(inputs, targets)
        if hvd.rank() == 0:
            print(model_evaluate_on)
