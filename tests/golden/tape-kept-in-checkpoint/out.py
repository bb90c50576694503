"""A trainer keeps its model and its optimizer in a checkpoint alone, and reaches them by the attributes of that."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    """Fits a model to a dataset."""

    def __init__(self, model, rate):
        self.kept = tf.train.Checkpoint(optimizer=tf.keras.optimizers.Adam(rate * hvd.size()), model=model)

    def train(self, batches):
        for inputs, targets in batches:
            self.step(inputs, targets)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.kept.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.kept.model.variables, root_rank=0)
                hvd.broadcast_variables(self.kept.optimizer.variables(), root_rank=0)
                self.kept.optimizer.hvd_broadcast_done = True

    @tf.function
    def step(self, inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.kept.model(inputs, training=True) - targets))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.kept.model.trainable_variables)
        self.kept.optimizer.apply_gradients(zip(gradients, self.kept.model.trainable_variables))


trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()]), 0.1)
trainer.train(
    tf.data.Dataset.from_tensor_slices((tf.ones([80, 4]), tf.ones([80, 1])))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(80)
    .batch(8)
)
