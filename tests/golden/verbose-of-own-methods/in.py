import tensorflow as tf


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
        print("found:", found.sum(), "loss:", model.evaluate(self.images, self.labels))


(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
model = Detector()
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss=loss)
model.fit(x / 255.0, y, batch_size=128, epochs=2, callbacks=[Found(x_test[:100], y_test[:100])])
