import tensorflow.compat.v1 as tf

from model import Model

tf.disable_v2_behavior()
flags = tf.app.flags
flags.DEFINE_string("checkpoint_dir", "checkpoints", "where the model is kept")
FLAGS = flags.FLAGS


def main(_):
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    with tf.Session(config=config) as sess:
        model = Model(sess)
        model.train(FLAGS)


if __name__ == "__main__":
    tf.app.run()
