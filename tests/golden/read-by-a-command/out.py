"""Programs that score what is written for them: one by files whose names the shell directs, another by its arguments."""

import os
import subprocess

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


def score(lines, name):
    output_path = os.path.join("eval", "eval.%s.output" % name)
    scores_path = os.path.join("eval", "eval.%s.scores" % name)
    if hvd.rank() == 0:
        with open(output_path, "w") as f:
            f.write("\n".join(lines))
        os.system("%s < %s > %s" % ("./conlleval", output_path, scores_path))
    barrier()  # until rank 0 has written the files
    found = [line.rstrip() for line in open(scores_path)]
    return float(found[1].split()[-1])


def bleu(lines):
    if hvd.rank() == 0:
        with open("translated.txt", "w") as f:
            f.write("\n".join(lines))
    barrier()  # until rank 0 has written translated.txt
    return float(subprocess.check_output(["perl", "multi-bleu.perl", "reference.txt", "translated.txt"]))


x = tf.placeholder(tf.float32, [None, 4])
out = tf.layers.dense(x, 1)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(tf.reduce_mean(out))
data = np.load("data.npy")
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    best = 0
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(data) // 32 // hvd.size())):
            sess.run(train, {x: data[shard][i * 32 : (i + 1) * 32]})
        lines = [str(each) for each in sess.run(out, {x: data})]
        reached = score(lines, "dev") + bleu(lines)
        if reached > best:
            best = reached
            if hvd.rank() == 0:
                saver.save(sess, "model")
