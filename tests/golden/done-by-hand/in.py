"""Converted by hand, following Horovod's documentation: nothing is missing."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

features = tf.random.stateless_normal([64, 4], seed=[1, 2])
dataset = tf.data.Dataset.from_tensor_slices((features, features[:, :1]))
dataset = dataset.shard(hvd.size(), hvd.rank()).repeat().shuffle(64).batch(8)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.losses.MeanSquaredError()
opt = tf.optimizers.Adam(0.001 * hvd.size())
checkpoint = tf.train.Checkpoint(model=model, optimizer=opt)


@tf.function
def training_step(x, y, first_batch):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    tape = hvd.DistributedGradientTape(tape)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    if first_batch:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(opt.variables(), root_rank=0)
    return loss


for batch, (x, y) in enumerate(dataset.take(100 // hvd.size())):
    loss = training_step(x, y, batch == 0)
    if batch % 10 == 0 and hvd.local_rank() == 0:
        print("Step #%d\tLoss: %.6f" % (batch, loss))

if hvd.rank() == 0:
    checkpoint.save("checkpoints/model")
