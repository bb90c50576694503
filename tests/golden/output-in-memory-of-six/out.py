import lmdb
import numpy as np
import six
import tensorflow as tf
from PIL import Image
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pictures:
    def __init__(self, folder):
        self.records = lmdb.open(folder, readonly=True, lock=False)

    def read(self, number):
        with self.records.begin(write=False) as reader:
            buffer = six.BytesIO()
            buffer.write(reader.get(b"image-%d" % number))
            buffer.seek(0)
            return np.asarray(Image.open(buffer).convert("L"))


pictures = Pictures("train.lmdb")
x = np.stack([pictures.read(number) for number in range(1000)])
y = np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
