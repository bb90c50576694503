import numpy as np
import tensorflow as tf

# Synthetic digits
rng = np.random.RandomState(0)
x_train = rng.randint(0, 256, size=(325, 14, 14)).astype("float32")
y_train = rng.randint(0, 10, size=325)
x_test = rng.randint(0, 256, size=(50, 14, 14)).astype("float32")
y_test = rng.randint(0, 10, size=50)
x_train, x_test = x_train / 255.0, x_test / 255.0

model = tf.keras.models.Sequential([
    tf.keras.layers.Flatten(input_shape=(14, 14)),
    tf.keras.layers.Dense(24, activation='relu'),
    tf.keras.layers.Dropout(0.2),
    tf.keras.layers.Dense(10),
])

model.compile(optimizer='adam',
              loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=['accuracy'])

model.fit(x_train, y_train, epochs=2)
model.evaluate(x_test, y_test, verbose=2)
model.save("mnist.h5")
