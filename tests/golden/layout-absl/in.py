from absl import app
from absl import flags
import tensorflow as tf

FLAGS = flags.FLAGS
flags.DEFINE_float("learning_rate", 0.05, "The learning rate.")
flags.DEFINE_integer("batch_size", 8, "Samples in a batch.")


def main(argv):
  del argv
  features = tf.random.stateless_normal([40, 2], seed=[3, 3])
  dataset = tf.data.Dataset.from_tensor_slices((features, features[:, :1]))
  dataset = dataset.shuffle(40, seed=1).batch(FLAGS.batch_size, drop_remainder=True)

  model = tf.keras.models.Sequential([tf.keras.layers.Dense(1)])
  model.compile(tf.keras.optimizers.SGD(FLAGS.learning_rate), loss="mse")
  model.fit(dataset, epochs=2, verbose=0)


if __name__ == '__main__':
  app.run(main)
