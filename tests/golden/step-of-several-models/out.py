import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def network(units):
    return tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(units)])


forth, back = network(3), network(2)
judge = network(1)
optimizer_forth = tf.keras.optimizers.Adam(0.001 * hvd.size())
optimizer_back = tf.keras.optimizers.Adam(0.001 * hvd.size())
optimizer_judge = tf.keras.optimizers.Adam(0.0005 * hvd.size())
dataset = (
    tf.data.Dataset.from_tensor_slices((tf.ones([80, 2]), tf.ones([80, 3])))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(80)
    .batch(8)
)


@tf.function
def train_step(x, y):
    with tf.GradientTape(persistent=True) as tape:
        made = forth(x)
        cycle = tf.reduce_mean((back(made) - x) ** 2)
        loss_forth = cycle - tf.reduce_mean(judge(made))
        loss_back = cycle + tf.reduce_mean((back(y) - x) ** 2)
        loss_judge = tf.reduce_mean(judge(made)) - tf.reduce_mean(judge(y))
    tape = hvd.DistributedGradientTape(tape)
    for loss, model, optimizer in [
        (loss_forth, forth, optimizer_forth),
        (loss_back, back, optimizer_back),
        (loss_judge, judge, optimizer_judge),
    ]:
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(3):
    for x, y in dataset:
        train_step(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer_forth, "hvd_broadcast_done", False):
            hvd.broadcast_variables(forth.variables, root_rank=0)
            hvd.broadcast_variables(optimizer_forth.variables(), root_rank=0)
            optimizer_forth.hvd_broadcast_done = True
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer_back, "hvd_broadcast_done", False):
            hvd.broadcast_variables(back.variables, root_rank=0)
            hvd.broadcast_variables(optimizer_back.variables(), root_rank=0)
            optimizer_back.hvd_broadcast_done = True
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer_judge, "hvd_broadcast_done", False):
            hvd.broadcast_variables(judge.variables, root_rank=0)
            hvd.broadcast_variables(optimizer_judge.variables(), root_rank=0)
            optimizer_judge.hvd_broadcast_done = True
