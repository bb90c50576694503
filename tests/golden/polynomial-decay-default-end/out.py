import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
data = (
    tf.data.Dataset.from_tensor_slices((tf.random.normal([640, 4]), tf.random.normal([640, 1])))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(640)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.PolynomialDecay(
    0.01 * hvd.size(), 200 / hvd.size(), end_learning_rate=0.0001 * hvd.size()
)
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate)), "mse")
model.fit(
    data, epochs=10, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
