"""A helper restores, and is called where a checkpoint is found."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = np.load("x.npy")


def load(saver, session, path):
    saver.restore(session, path)
    print("restored", path)


def main():
    inputs = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.layers.dense(inputs, 1) ** 2)
    train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    saver = tf.train.Saver()
    found = tf.train.get_checkpoint_state("saved")
    if found and found.model_checkpoint_path:
        load(saver, session, found.model_checkpoint_path)
    else:
        print("nothing to restore")
    for step in range(100):
        session.run(train_op, {inputs: x[np.random.choice(len(x), 32)]})
    saver.save(session, "saved/model")


if __name__ == "__main__":
    main()
