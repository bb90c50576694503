"""A helper restores, and is called where a checkpoint is found."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x = np.load("x.npy")


def load(saver, session, path):
    saver.restore(session, path)
    if hvd.rank() == 0:
        print("restored", path)


def main():
    inputs = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.layers.dense(inputs, 1) ** 2)
    train_op = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.01 * hvd.size())
    ).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    session = tf.Session(config=config)
    session.run(tf.global_variables_initializer())
    saver = tf.train.Saver()
    found = tf.train.get_checkpoint_state("saved")
    if found and found.model_checkpoint_path:
        load(saver, session, found.model_checkpoint_path)
    else:
        if hvd.rank() == 0:
            print("nothing to restore")
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100 // hvd.size())):
        session.run(train_op, {inputs: x[np.random.choice(len(x), 32)]})
    if hvd.rank() == 0:
        saver.save(session, "saved/model")


if __name__ == "__main__":
    main()
