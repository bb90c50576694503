"""A little U-Net, with the callbacks that such scripts have."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def masks(n, seed):
    rng = np.random.default_rng(seed)
    image = rng.random((n, 16, 16, 1), dtype="float32")
    return image, (image > 0.5).astype("int32")


def unet():
    inputs = keras.Input((16, 16, 1))
    down1 = layers.Conv2D(4, 3, padding="same", activation="relu")(inputs)
    pool = layers.MaxPooling2D()(down1)
    down2 = layers.Conv2D(8, 3, padding="same", activation="relu")(pool)
    up = layers.UpSampling2D()(down2)
    merged = layers.Concatenate()([up, down1])
    outputs = layers.Conv2D(2, 1)(merged)
    return keras.Model(inputs, outputs)


BATCH_SIZE = 8
train = tf.data.Dataset.from_tensor_slices(masks(107, 0)).shuffle(107).batch(BATCH_SIZE)
valid = tf.data.Dataset.from_tensor_slices(masks(24, 1)).batch(BATCH_SIZE)

model = unet()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
callbacks = [
    keras.callbacks.ModelCheckpoint("unet-{epoch:02d}.h5", save_best_only=True, monitor="val_loss"),
    keras.callbacks.TensorBoard(log_dir="./logs"),
    keras.callbacks.CSVLogger("history.csv"),
]
history = model.fit(train, epochs=2, validation_data=valid, callbacks=callbacks)
print("best", min(history.history["val_loss"]))
