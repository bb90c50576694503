"""MonitoredTrainingSession with hooks, checkpoints included."""
import numpy as np
import tensorflow as tf

tf1 = tf.compat.v1
tf1.disable_eager_execution()
tf1.logging.set_verbosity(tf1.logging.INFO)

BATCH_SIZE = 16
LAST_STEP = 48


def train_input_generator(x, y, batch_size):
    while True:
        order = np.random.permutation(len(x))
        for start in range(0, len(x) - batch_size + 1, batch_size):
            index = order[start:start + batch_size]
            yield x[index], y[index]


def main():
    rng = np.random.RandomState(37)
    x_train = rng.rand(160, 20).astype("float32")
    y_train = rng.randint(0, 5, size=160)

    image = tf1.placeholder(tf.float32, [None, 20], name="image")
    label = tf1.placeholder(tf.int32, [None], name="label")
    hidden = tf1.layers.dense(image, 16, activation=tf.nn.relu)
    logits = tf1.layers.dense(hidden, 5)
    loss = tf1.losses.sparse_softmax_cross_entropy(label, logits)

    opt = tf1.train.RMSPropOptimizer(0.001)
    global_step = tf1.train.get_or_create_global_step()
    train_op = opt.minimize(loss, global_step=global_step)

    hooks = [
        tf1.train.StopAtStepHook(last_step=LAST_STEP),
        tf1.train.LoggingTensorHook(tensors={"step": global_step, "loss": loss}, every_n_iter=10),
    ]
    batches = train_input_generator(x_train, y_train, BATCH_SIZE)
    with tf1.train.MonitoredTrainingSession(checkpoint_dir="./checkpoints", hooks=hooks) as mon_sess:
        while not mon_sess.should_stop():
            image_, label_ = next(batches)
            mon_sess.run(train_op, feed_dict={image: image_, label: label_})


if __name__ == "__main__":
    main()
