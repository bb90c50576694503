import tensorflow as tf
from tensorflow import keras


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
            gradients = tape.gradient(loss, variables)
        else:
            gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.loss_tracker.update_state(loss)
        if self.turn % 60 == 0:
            self.save_weights("weights.h5")
        return {"loss": self.loss_tracker.result()}


model = Net(4)
model.compile(keras.optimizers.Adam(1e-3))
data = tf.data.Dataset.from_tensor_slices((tf.zeros([100, 4]), tf.zeros([100, 1]))).shuffle(100).batch(10)
model.fit(data, epochs=3)
