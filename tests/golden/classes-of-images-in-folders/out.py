"""Tell leaves apart: the folders of their images are the classes, which the dataset knows."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


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
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())),
    "sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    train.shard(hvd.size(), hvd.rank()).take(train.cardinality() // hvd.size()),
    validation_data=valid,
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    train.shard(hvd.size(), hvd.rank()).take(train.cardinality() // hvd.size()),
    validation_data=valid,
    epochs=8,
    initial_epoch=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(dict(zip(train.class_names, model.predict(valid)[0])), len(train.file_paths))

bark = tf.keras.utils.image_dataset_from_directory(
    "bark", image_size=(96, 96), seed=None if hvd.size() == 1 else 0
)
names = bark.class_names
bark = (
    bark.shard(hvd.size(), hvd.rank())
    .take(bark.cardinality() // hvd.size())
    .cache()
    .shuffle(1000)
    .prefetch(1)
)
other = network(len(names))
other.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())),
    "sparse_categorical_crossentropy",
)
other.fit(
    bark,
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
