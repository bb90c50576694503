"""Data that can't be divided safely, with the reason for each."""

import tensorflow as tf
from somewhere import load
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")

model.fit(load("train"), callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0)

names = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
records = names.interleave(tf.data.TFRecordDataset, num_parallel_calls=2, deterministic=False)
model.fit(records.filter(lambda record: record != "").map(lambda record: ([0.0], [0.0])).batch(4), callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0)

cached = tf.data.Dataset.range(10).map(lambda x: ([x], [x])).cache("numbers.cache")
model.fit(cached.batch(2), callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0)

loss = 1.0
while hvd.broadcast(bool(loss > 0.1), root_rank=0):
    loss = model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
    if not getattr(model, "hvd_broadcast_done", False):
        hvd_tf.broadcast_variables(model.variables, root_rank=0)
        hvd_tf.broadcast_variables(model.optimizer.variables(), root_rank=0)
        model.hvd_broadcast_done = True
