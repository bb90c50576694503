import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build():
    inputs = tf.keras.Input([4])
    outputs = tf.keras.layers.Dense(1)(inputs)
    return tf.keras.Model(inputs, outputs)


def train(batches, epochs=2):
    model = build()
    optimizer = tf.keras.optimizers.Nadam(learning_rate=0.001 * hvd.size())
    accumulated = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        for total, gradient in zip(accumulated, gradients):
            total.assign_add(gradient)

    for _ in range(epochs):
        for number, (x, y) in enumerate(batches):
            step(x, y)
            if (number + 1) % 2 == 0:
                pairs = [(total / 2, v) for total, v in zip(accumulated, model.trainable_variables)]
                optimizer.apply_gradients(pairs)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(model.variables, root_rank=0)
                    hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                    optimizer.hvd_broadcast_done = True
                for total in accumulated:
                    total.assign(tf.zeros_like(total))
    return model


x = tf.random.stateless_uniform([32, 4], seed=[9, 10])
train(
    tf.data.Dataset.from_tensor_slices((x, x[:, :1]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(4)
)
