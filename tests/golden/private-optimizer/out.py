import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Embedding:
    def __init__(self, count, rate):
        self.table = tf.keras.layers.Embedding(count, 8)
        self.__optimizer = tf.keras.optimizers.SGD(rate * hvd.size())

    @tf.function
    def step(self, pairs):
        with tf.GradientTape() as tape:
            near = self.table(pairs[:, 0]) - self.table(pairs[:, 1])
            loss = tf.reduce_mean(tf.square(near))
        tape = hvd.DistributedGradientTape(tape)
        variables = self.table.trainable_variables
        self.__optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


class Training:
    def __init__(self, count):
        self.__embedding = Embedding(count, 0.01)

    @property
    def embedding(self):
        return self.__embedding


if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
pairs = (
    tf.data.Dataset.from_tensor_slices(tf.random.uniform((64, 2), 0, 100, tf.int32))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(64)
    .batch(8)
)
training = Training(100)
model = training.embedding
for epoch in range(5):
    for batch in pairs:
        loss = model.step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model._Embedding__optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.table.variables, root_rank=0)
            hvd.broadcast_variables(model._Embedding__optimizer.variables(), root_rank=0)
            model._Embedding__optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, float(loss))
