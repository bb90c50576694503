import tensorflow as tf


class Classifier(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.flatten = tf.keras.layers.Flatten()
        self.dense = tf.keras.layers.Dense(10)

    def call(self, images):
        return self.dense(self.flatten(images))

    def fit(self, images, labels):
        return super().fit(images, labels)

    def evaluate(self, images, labels):
        return super().evaluate(images, labels)


(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
model = Classifier()
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss=loss)
model.fit(x / 255.0, y)
print("loss:", model.evaluate(x_test / 255.0, y_test))
