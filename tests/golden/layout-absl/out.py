from absl import app
from absl import flags
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
  tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
  tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

FLAGS = flags.FLAGS
flags.DEFINE_float("learning_rate", 0.05, "The learning rate.")
flags.DEFINE_integer("batch_size", 8, "Samples in a batch.")


def main(argv):
  del argv
  features = tf.random.stateless_normal([40, 2], seed=[3, 3])
  dataset = tf.data.Dataset.from_tensor_slices((features, features[:, :1]))
  dataset = dataset.shard(hvd.size(), hvd.rank()).take(
    dataset.cardinality() // hvd.size()
  )
  dataset = dataset.shuffle(40, seed=1).batch(FLAGS.batch_size, drop_remainder=True)

  model = tf.keras.models.Sequential([tf.keras.layers.Dense(1)])
  model.compile(
    hvd.DistributedOptimizer(
      tf.keras.optimizers.SGD(FLAGS.learning_rate * hvd.size())
    ),
    loss="mse",
  )
  model.fit(
    dataset,
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
  )


if __name__ == '__main__':
  app.run(main)
