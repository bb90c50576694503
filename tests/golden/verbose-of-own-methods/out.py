import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(10)

    def call(self, images):
        return self.dense(tf.reshape(images, (-1, 784)))

    def predict(self, images, threshold):
        scores = tf.nn.softmax(self(images, training=False))
        return tf.reduce_max(scores, axis=1).numpy() > threshold


class Found(tf.keras.callbacks.Callback):
    def __init__(self, images, labels):
        super().__init__()
        self.images, self.labels = images, labels

    def on_epoch_end(self, epoch, logs=None):
        self.count(self.model)

    def count(self, model):
        found = model.predict(self.images, 0.5)
        if hvd.rank() == 0:
            print("found:", found.sum(), "loss:", model.evaluate(self.images, self.labels))


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = Detector()
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), loss=loss
)
shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    (x / 255.0)[shard],
    y[shard],
    batch_size=128,
    epochs=2,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), Found(x_test[:100], y_test[:100])
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
