import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Lookahead:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.slow = None
        self.count = 0

    def apply(self, gradients, variables):
        if self.slow is None:
            hvd.broadcast_variables(variables, root_rank=0)  # all keep the weights of rank 0
            self.slow = [tf.Variable(each, trainable=False) for each in variables]
        self.optimizer.apply_gradients(zip(gradients, variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        self.count += 1
        if self.count % max(1, 5 // hvd.size()) == 0:
            for slow, fast in zip(self.slow, variables):
                slow.assign_add(0.5 * (fast - slow))
                fast.assign(slow)


samples = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
lookahead = Lookahead(tf.keras.optimizers.SGD(0.1 * hvd.size()))
hvd.broadcast_variables(model.variables, root_rank=0)  # all keep the weights of rank 0
first = model.get_weights()
best = None
for fold in range(3):
    model.set_weights(first)
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        lookahead.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    best = model.get_weights()
model.set_weights(best)
