import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def build():
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(10, input_shape=(784,)))
    return model


first = build()
mask = build()
mask.set_weights(first.get_weights())
ticket = build()
ticket.set_weights(first.get_weights())
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(model, mask, optimizer, images, labels):
    with tf.GradientTape() as tape:
        loss = entropy(labels, model(images))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    masked = [gradient * kept for gradient, kept in zip(gradients, mask.trainable_variables)]
    optimizer.apply_gradients(zip(masked, model.trainable_variables))


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
data = (
    tf.data.Dataset.from_tensor_slices((x.reshape(-1, 784) / 255.0, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(60000)
    .batch(128)
)
for epoch in range(3):
    for images, labels in data:
        train_step(ticket, mask, optimizer, images, labels)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(ticket.variables, root_rank=0)
            hvd.broadcast_variables(mask.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True

model = build()
model.set_weights(ticket.get_weights())
if hvd.rank() == 0:
    model.save_weights("ticket.h5")
