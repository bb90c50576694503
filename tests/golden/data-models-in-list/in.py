"""The same batches for several models, which are kept in a list; a function makes the data and counts them."""
import numpy as np
import tensorflow as tf

samples = np.linspace(-1, 1, 60, dtype="float32").reshape(-1, 1)
targets = samples ** 2


def make_data(values, size):
    data = tf.data.Dataset.from_tensor_slices(values).shuffle(60).repeat().batch(size)
    return data, len(values[0]) // size


models = [tf.keras.Sequential([tf.keras.layers.Dense(units, "relu"), tf.keras.layers.Dense(1)]) for units in (4, 8)]
optimizers = [tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.Adam(0.01)]
histories = [[], []]
for model, optimizer in zip(models, optimizers):
    model.compile(optimizer, "mse")

for step in range(300):
    index = np.random.randint(0, samples.shape[0], 8)
    for model, history in zip(models, histories):
        history.append(model.train_on_batch(samples[index], targets[index]))

student = tf.keras.Sequential([tf.keras.layers.Dense(4, "relu"), tf.keras.layers.Dense(1)])
student.compile("sgd", "mse")
data, batches = make_data((samples, targets), 6)
iterator = iter(data)
for step in range(20 * batches):
    student.train_on_batch(*next(iterator))
