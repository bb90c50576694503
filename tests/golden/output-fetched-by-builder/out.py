"""Weights that a function fetches which another function makes and gives."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.applications import MobileNetV2, ResNet50
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


def backbone(kind="resnet"):
    def build(x):
        if kind == "resnet":
            extractor = ResNet50(input_tensor=x, include_top=False, weights="imagenet")
        else:
            extractor = MobileNetV2(input_tensor=x, include_top=False, weights="imagenet")
        return extractor.output

    return build


def make_model(kind):
    images = tf.keras.Input([64, 64, 3])
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    features = backbone(kind)(images)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    scores = tf.keras.layers.Dense(5)(tf.keras.layers.Flatten()(features))
    return tf.keras.Model(images, scores)


data = np.load("data.npz")
model = make_model("resnet")
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-4 * hvd.size())), "mse"
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    data["x"][shard],
    data["y"][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
