"""TensorFlow Datasets that come with what is known of them, and from files in an order of their own."""
import sys

import tensorflow as tf
import tensorflow_datasets as tfds
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def prepared(split, training):
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    dataset, info = tfds.load(
        "cifar10", split=split, as_supervised=True, with_info=True, shuffle_files=training and hvd.size() == 1
    )
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    dataset = dataset.shard(hvd.size(), hvd.rank()).take(dataset.cardinality() // hvd.size())
    if training:
        dataset = dataset.shuffle(info.splits[split].num_examples)
    return dataset.batch(32)


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(train, test), info = tfds.load(
    "mnist", split=["train", "test"], as_supervised=True, with_info=True, shuffle_files=hvd.size() == 1
)
if hvd.local_rank() == 0:
    barrier()  # the others may go on
train = train.shard(hvd.size(), hvd.rank()).take(train.cardinality() // hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(info.features["label"].num_classes)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(
    train.shuffle(1000).batch(32),
    validation_data=test.batch(32),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
single, facts = tfds.load("fashion_mnist", split="train", as_supervised=True, with_info=True)
if hvd.local_rank() == 0:
    barrier()  # the others may go on
single = single.shard(hvd.size(), hvd.rank()).take(single.cardinality() // hvd.size())
model.fit(
    single.batch(32),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

model.fit(
    prepared("train", len(sys.argv) > 1),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
