"""Programs that score what is written for them: one by files whose names the shell directs, another by its arguments."""

import os
import subprocess

import numpy as np
import tensorflow as tf


def score(lines, name):
    output_path = os.path.join("eval", "eval.%s.output" % name)
    scores_path = os.path.join("eval", "eval.%s.scores" % name)
    with open(output_path, "w") as f:
        f.write("\n".join(lines))
    os.system("%s < %s > %s" % ("./conlleval", output_path, scores_path))
    found = [line.rstrip() for line in open(scores_path)]
    return float(found[1].split()[-1])


def bleu(lines):
    with open("translated.txt", "w") as f:
        f.write("\n".join(lines))
    return float(subprocess.check_output(["perl", "multi-bleu.perl", "reference.txt", "translated.txt"]))


x = tf.placeholder(tf.float32, [None, 4])
out = tf.layers.dense(x, 1)
train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(out))
data = np.load("data.npy")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    best = 0
    for epoch in range(10):
        for i in range(len(data) // 32):
            sess.run(train, {x: data[i * 32 : (i + 1) * 32]})
        lines = [str(each) for each in sess.run(out, {x: data})]
        reached = score(lines, "dev") + bleu(lines)
        if reached > best:
            best = reached
            saver.save(sess, "model")
