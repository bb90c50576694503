import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()


def show_cost(model):
    session = tf.compat.v1.Session()
    options = tf.compat.v1.profiler.ProfileOptionBuilder.float_operation()
    print(tf.compat.v1.profiler.profile(session.graph, options=options).total_float_ops)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=5)
show_cost(model)
model.save("model.h5")
