"""An encoder and two heads with optimizers of their own, from one persistent tape."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.optimizers import SGD, Adam

rng = np.random.default_rng(1)
features = rng.normal(size=(230, 6)).astype("float32")
target = features.sum(axis=1, keepdims=True)
label = (target > 0).astype("float32")

encoder = tf.keras.Sequential([Dense(12, activation="tanh", input_shape=(6,))])
regressor = tf.keras.Sequential([Dense(1, input_shape=(12,))])
classifier = tf.keras.Sequential([Dense(1, input_shape=(12,))])

opt_regression = Adam(learning_rate=0.01)
opt_classification = SGD(0.1)

ds = tf.data.Dataset.from_tensor_slices((features, target, label)).batch(23)

for epoch in range(3):
    total = 0.0
    for x, t, c in ds:
        with tf.GradientTape(persistent=True) as tape:
            code = encoder(x)
            mse = tf.reduce_mean(tf.square(regressor(code) - t))
            bce = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=c, logits=classifier(code)))

        variables = encoder.trainable_variables + regressor.trainable_variables
        opt_regression.apply_gradients(zip(tape.gradient(mse, variables), variables))
        grads = tape.gradient(bce, classifier.trainable_variables)
        opt_classification.apply_gradients(zip(grads, classifier.trainable_variables))
        del tape
        total += float(mse) + float(bce)
    print("epoch %d loss %.4f" % (epoch, total))
