"""A model by fit, and a smaller one that learns its outputs in a loop."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(31)
x = rng.normal(size=(171, 6)).astype("float32")
y = rng.integers(0, 3, size=171)

teacher = tf.keras.Sequential([tf.keras.layers.Dense(24, activation="relu"), tf.keras.layers.Dense(3)])
teacher.compile(
    optimizer=tf.keras.optimizers.Adam(0.01),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
teacher.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(19), epochs=2)

student = tf.keras.Sequential([tf.keras.layers.Dense(6, activation="relu"), tf.keras.layers.Dense(3)])
student_optimizer = tf.keras.optimizers.SGD(0.05)
inputs = tf.data.Dataset.from_tensor_slices(x).batch(19)

for epoch in range(2):
    for batch in inputs:
        soft = tf.nn.softmax(teacher(batch))
        with tf.GradientTape() as tape:
            logits = student(batch, training=True)
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=soft, logits=logits))
        gradients = tape.gradient(loss, student.trainable_variables)
        student_optimizer.apply_gradients(zip(gradients, student.trainable_variables))
    print("distillation loss", float(loss))
student.save_weights("student.h5")
