import tensorflow as tf


class Embedding:
    def __init__(self, count, rate):
        self.table = tf.keras.layers.Embedding(count, 8)
        self.__optimizer = tf.keras.optimizers.SGD(rate)

    @tf.function
    def step(self, pairs):
        with tf.GradientTape() as tape:
            near = self.table(pairs[:, 0]) - self.table(pairs[:, 1])
            loss = tf.reduce_mean(tf.square(near))
        variables = self.table.trainable_variables
        self.__optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


class Training:
    def __init__(self, count):
        self.__embedding = Embedding(count, 0.01)

    @property
    def embedding(self):
        return self.__embedding


pairs = tf.data.Dataset.from_tensor_slices(tf.random.uniform((64, 2), 0, 100, tf.int32)).shuffle(64).batch(8)
training = Training(100)
model = training.embedding
for epoch in range(5):
    for batch in pairs:
        loss = model.step(batch)
    print(epoch, float(loss))
