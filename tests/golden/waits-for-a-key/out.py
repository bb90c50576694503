import cv2
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def show(image, wait=True):
    if hvd.rank() == 0:
        cv2.imshow("image", image)
    if wait:
        while True:
            if hvd_tf.broadcast_object(
                cv2.waitKey(0) if hvd.rank() == 0 else "", root_rank=0
            ) & 0xFF == ord("q"):
                break
        cv2.destroyAllWindows()


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
for image in model.predict(x[:5], verbose=1 if hvd.rank() == 0 else 0):
    show(image)
