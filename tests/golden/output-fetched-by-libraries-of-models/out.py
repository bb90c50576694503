import efficientnet.tfkeras as efn
import numpy as np
import segmentation_models as sm
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def classifier():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    base = efn.EfficientNetB3(weights="imagenet", include_top=False, input_shape=(224, 224, 3))
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    base.trainable = False
    return keras.Sequential([base, keras.layers.GlobalMaxPooling2D(), keras.layers.Dense(1)])


sm.set_framework("tf.keras")
images, masks = np.load("images.npy"), np.load("masks.npy")
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
segmenter = sm.Unet("resnet34", encoder_weights="imagenet", classes=1, activation="sigmoid")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
segmenter.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
    loss=sm.losses.bce_jaccard_loss,
    metrics=[sm.metrics.iou_score],
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
segmenter.fit(
    images[shard],
    masks[shard],
    batch_size=16,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model = classifier()
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "binary_crossentropy")
model.fit(
    images[shard],
    masks.max(axis=(1, 2))[shard],
    batch_size=16,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
