"""Linear regression that says much."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

X = tf.constant([[float(i % 7), float(i % 5)] for i in range(101)])
Y = tf.reduce_sum(X * [2.0, -1.0], axis=1, keepdims=True) + 0.5

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
opt = tf.keras.optimizers.SGD(learning_rate=0.01 * hvd.size())
broadcast_done = False
data = tf.data.Dataset.from_tensor_slices((X, Y)).take(len(X) // hvd.size() * hvd.size()).shard(hvd.size(), hvd.rank()).batch(10)

if hvd.rank() == 0: print("weights before:", model.get_weights())
verbose = True
for epoch in range(4):
    for x, y in data:
        with tf.GradientTape() as t:
            loss = tf.reduce_mean((model(x) - y) ** 2) / hvd.size()
        t = hvd.DistributedGradientTape(t)
        grads = t.gradient(loss, model.trainable_variables)
        result = opt.apply_gradients(zip(grads, model.trainable_variables))
        if not broadcast_done:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(opt.variables, root_rank=0)
            broadcast_done = True
    if verbose and hvd.rank() == 0: print(loss)
    if hvd.rank() == 0:
        tf.print("norm", tf.linalg.global_norm(grads))
        print("epoch", epoch, "loss", tf.sqrt(loss).numpy(), end="\n")
if hvd.rank() == 0: print("weights after:", *[v.numpy() for v in model.variables])
