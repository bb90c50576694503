import tensorflow as tf; from tensorflow import keras
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
  tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
  tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
model = keras.Sequential([keras.layers.Dense(1)]); opt = keras.optimizers.Adam(learning_rate=0.001 * hvd.size()); losses = []
x = tf.random.stateless_normal([24, 3], seed=[1, 2]); y = x[:, :1]
data = tf.data.Dataset.from_tensor_slices((x, y)).apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())) \
  .shuffle(24) \
  .batch(4)  # a comment after a backslash chain
for features, labels in data:
  with tf.GradientTape() as tape: loss = tf.reduce_mean((model(features) - labels) ** 2)
  tape = hvd.DistributedGradientTape(tape)
  gradients = tape.gradient(loss, model.trainable_variables); opt.apply_gradients(zip(gradients, model.trainable_variables))
  # Horovod: once, after the first step, which has made all variables
  if not getattr(opt, "hvd_broadcast_done", False):
    hvd.broadcast_variables(model.variables, root_rank=0)
    hvd.broadcast_variables(opt.variables(), root_rank=0)
    opt.hvd_broadcast_done = True
  losses.append(float(loss))
  if hvd.rank() == 0:
    if losses[-1] < 0.5: print("small"); print(losses[-1])
    else: print("large")
if hvd.rank() == 0:
  print(f"done: {losses[-1]:.3f}")