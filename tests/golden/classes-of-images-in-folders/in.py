"""Tell leaves apart: the folders of their images are the classes, which the dataset knows."""

import tensorflow as tf


def leaves(subset):
    return tf.keras.utils.image_dataset_from_directory(
        "leaves", validation_split=0.2, subset=subset, seed=7, image_size=(96, 96), batch_size=16
    )


def network(classes):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Rescaling(1 / 255, input_shape=(96, 96, 3)),
            tf.keras.layers.Conv2D(8, 3, activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dense(classes, activation="softmax"),
        ]
    )


train, valid = leaves("training"), leaves("validation")
model = network(len(train.class_names))
model.compile(tf.keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train, validation_data=valid, epochs=4)
model.fit(train, validation_data=valid, epochs=8, initial_epoch=4)
print(dict(zip(train.class_names, model.predict(valid)[0])), len(train.file_paths))

bark = tf.keras.utils.image_dataset_from_directory("bark", image_size=(96, 96))
names = bark.class_names
bark = bark.cache().shuffle(1000).prefetch(1)
other = network(len(names))
other.compile(tf.keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
other.fit(bark, epochs=4)
