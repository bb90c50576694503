"""A step is told in which of its turns it adds a penalty: of those there are so many for each step, as before."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = (
    tf.data.TFRecordDataset("train.tfrecord")
    .shard(hvd.size(), hvd.rank())
    .map(lambda record: tf.io.parse_tensor(record, tf.float32))
)
samples = samples.shuffle(1000).repeat().batch(32)
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
PENALTY, SAVING, STEPS = 16, 500, 100000


def step(batch, with_penalty):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.softplus(critic(batch)))
        if with_penalty:
            with tf.GradientTape() as inner:
                inner.watch(batch)
                scores = critic(batch)
            loss += tf.reduce_mean(tf.square(inner.gradient(scores, batch)))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(critic.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


for batch in samples:
    done = optimizer.iterations.numpy()
    with_penalty = done % PENALTY == 0
    step(batch, with_penalty=with_penalty)
    if done % max(1, SAVING // hvd.size()) == 0 and hvd.rank() == 0:
        critic.save_weights("critic")
    if done >= max(1, STEPS // hvd.size()):
        break
