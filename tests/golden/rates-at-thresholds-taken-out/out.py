import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
data = tf.data.Dataset.from_tensor_slices((tf.random.uniform((640, 8)), tf.random.uniform((640, 1))))
data = data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
data = data.shuffle(640).repeat().batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


step = 0
thresholds = [500, 1000, 2000]
for features, labels in data.take(max(1, 4000 // hvd.size())):
    step += 1
    loss = train_step(features, labels)
    if thresholds and step >= thresholds[0] // hvd.size():
        optimizer.learning_rate.assign(optimizer.learning_rate * 0.5)
        thresholds.pop(0)
    if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(step, float(loss))
