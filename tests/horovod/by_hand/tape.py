import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
tf.keras.utils.set_random_seed(3)
rank, size = hvd.rank(), hvd.size()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * size)
x = tf.random.uniform([64, 3])


@tf.function
def step(batch, first):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(batch) - batch[:, :1]))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # noqa: B905  autograph knows no strict
    if first:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    return hvd.allreduce(loss)


for index in range(16 // hvd.size()):
    start = (index * size + rank) * 4
    loss = step(x[start : start + 4], index == 0)
    if index % 5 == 0 and hvd.rank() == 0:
        print(round(float(loss), 7))
