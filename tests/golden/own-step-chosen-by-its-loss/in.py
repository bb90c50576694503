import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def __init__(self, threshold):
        super().__init__()
        self.threshold = threshold
        self.encoder = keras.layers.Dense(8)
        self.head = keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.encoder(x))

    def compile(self, first, second):
        super().compile()
        self.first = first
        self.second = second

    def train_step(self, data):
        x, y = data
        error = tf.reduce_mean(tf.abs(self(x) - y))
        if error > self.threshold:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self(x) - y))
            variables = self.encoder.trainable_variables
            gradients = tape.gradient(loss, variables)
            self.first.apply_gradients(zip(gradients, variables))
        else:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.abs(self(x) - y))
            variables = self.head.trainable_variables
            gradients = tape.gradient(loss, variables)
            self.second.apply_gradients(zip(gradients, variables))
        return {"loss": loss}


model = Net(0.1)
model.compile(keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3))
data = tf.data.Dataset.from_tensor_slices((tf.zeros([100, 4]), tf.zeros([100, 1]))).shuffle(100).batch(10)
model.fit(data, epochs=3)
