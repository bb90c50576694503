import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
for rate in np.logspace(-4, -1, 8):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(1e-3)
    for step in range(500):
        rows = np.random.randint(0, len(x), 32)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x[rows]) - y[rows]) ** 2) + rate * tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    model.save("model_%f.h5" % rate)
