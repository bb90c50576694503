import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net(keras.Model):
    def __init__(self, every, clip=None):
        super().__init__()
        self.every = every
        self.clip = clip
        self.encoder = keras.layers.Dense(8)
        self.head = keras.layers.Dense(1)
        self.turn = tf.Variable(0, trainable=False)
        self.loss_tracker = keras.metrics.Mean("loss")

    def call(self, x):
        return self.head(self.encoder(x))

    def train_step(self, data):
        if len(data) == 3:
            x, y, weight = data
        else:
            x, y = data
            weight = None
        x, y, weight = keras.utils.unpack_x_y_sample_weight(data)
        self.turn.assign_add(1)
        if self.turn % self.every == 0:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y))
            variables = self.encoder.trainable_variables
        elif weight is not None:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y) * weight)
            variables = self.trainable_variables
        else:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y))
            variables = self.trainable_variables
        if isinstance(x, dict) or self.clip is not None:
            gradients = hvd.DistributedGradientTape(tape).gradient(loss, variables)
        else:
            gradients = hvd.DistributedGradientTape(tape).gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.loss_tracker.update_state(loss)
        if self.turn % max(1, 60 // hvd.size()) == 0 and hvd.rank() == 0:
            self.save_weights("weights.h5")
        return {"loss": self.loss_tracker.result()}


model = Net(4)
model.compile(keras.optimizers.Adam(1e-3 * hvd.size()))
data = (
    tf.data.Dataset.from_tensor_slices((tf.zeros([100, 4]), tf.zeros([100, 1])))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(100)
    .batch(10)
)
model.fit(
    data,
    epochs=3,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
