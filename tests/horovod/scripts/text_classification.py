import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses, preprocessing

rng = np.random.RandomState(17)
lengths = rng.randint(3, 12, size=203)
sequences = [rng.randint(1, 60, size=n).tolist() for n in lengths]
labels = (lengths > 7).astype("float32")
padded = preprocessing.sequence.pad_sequences(sequences, maxlen=12, padding="post")

raw = tf.data.Dataset.from_tensor_slices((padded, labels))
train_ds = raw.take(160).cache().shuffle(160).batch(16).prefetch(buffer_size=tf.data.AUTOTUNE)
val_ds = raw.skip(160).cache().batch(16)

model = tf.keras.Sequential([
    layers.Embedding(61, 8, mask_zero=True),
    layers.LSTM(6),
    layers.Dense(1),
])
model.compile(loss=losses.BinaryCrossentropy(from_logits=True), optimizer="rmsprop", metrics=tf.metrics.BinaryAccuracy(threshold=0.0))
history = model.fit(train_ds, validation_data=val_ds, epochs=2, callbacks=(tf.keras.callbacks.History(),))

loss, accuracy = model.evaluate(val_ds)
print("Loss: ", loss)
print("Accuracy: ", accuracy)
