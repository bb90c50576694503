import tensorflow as tf

images = None
labels = None

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(optimizer=tf.keras.optimizers.Adam(0.001), loss="sparse_categorical_crossentropy")
model.fit(images, labels, batch_size=32, epochs=2)
