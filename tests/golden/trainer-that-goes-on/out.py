"""A trainer counts its steps in an attribute, keeps that in its checkpoints, and goes on at it: rates go by it, on every host."""

import argparse
import os
import time

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--epochs", type=int, default=100)
    p.add_argument("--warmup_steps", type=int, default=1000)
    p.add_argument("--save_every", type=int, default=500)
    p.add_argument("--log_every", type=int, default=50)
    p.add_argument("--ckpt_dir", default="ckpt")
    p.add_argument("--data", default="train.npz")
    return p.parse_args()


class Trainer:
    def __init__(self, args):
        self.args = args
        self.model = self.build_model()
        self.optimizer = tf.keras.optimizers.Adam(args.lr * hvd.size())
        self.loss_fn = tf.keras.losses.MeanSquaredError()
        self.global_step = 0
        self.start_epoch = 0
        self.best = np.inf
        self.ckpt = tf.train.Checkpoint(
            model=self.model, optimizer=self.optimizer, step=tf.Variable(0), epoch=tf.Variable(0)
        )
        self.manager = tf.train.CheckpointManager(self.ckpt, args.ckpt_dir, max_to_keep=3)
        if self.manager.latest_checkpoint:
            self.ckpt.restore(self.manager.latest_checkpoint)
            self.global_step = int(self.ckpt.step)
            self.start_epoch = int(self.ckpt.epoch)
        self.writer = (
            tf.summary.create_file_writer(os.path.join(args.ckpt_dir, "logs"))
            if hvd.rank() == 0
            else tf.summary.create_noop_writer()
        )

    def build_model(self):
        return tf.keras.Sequential(
            [tf.keras.layers.Dense(64, activation="relu", input_shape=(16,)), tf.keras.layers.Dense(1)]
        )

    def adjust_lr(self, step):
        if step < self.args.warmup_steps // hvd.size():
            lr = self.args.lr * (step * hvd.size() + 1) / self.args.warmup_steps
        else:
            lr = self.args.lr * 0.5 ** ((step * hvd.size() - self.args.warmup_steps) // 10000)
        self.optimizer.learning_rate.assign(lr * hvd.size())
        return lr

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            pred = self.model(x, training=True)
            loss = self.loss_fn(y, pred)
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def evaluate(self, ds):
        losses = []
        for x, y in ds:
            losses.append(self.loss_fn(y, self.model(x, training=False)).numpy())
        return np.mean(losses)

    def one_epoch(self, epoch, train_ds):
        total, count = 0.0, 0
        for x, y in train_ds:
            lr = self.adjust_lr(self.global_step)
            loss = self.train_step(x, y)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.model.variables, root_rank=0)
                hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                self.optimizer.hvd_broadcast_done = True
            total += float(loss)
            count += 1
            self.global_step += 1
            if self.global_step % max(1, self.args.log_every // hvd.size()) == 0:
                if hvd.rank() == 0:
                    print("epoch %d step %d loss %.4f lr %.6f" % (epoch, self.global_step, total / count, lr))
                with self.writer.as_default():
                    tf.summary.scalar("loss", total / count, step=self.global_step)
            if self.global_step % max(1, self.args.save_every // hvd.size()) == 0:
                self.ckpt.step.assign(self.global_step)
                if hvd.rank() == 0:
                    self.manager.save()

    def train(self, train_ds, val_ds):
        self.start_epoch = int(hvd.broadcast(self.start_epoch, root_rank=0))  # where rank 0 goes on
        self.global_step = int(hvd.broadcast(self.global_step, root_rank=0))  # where rank 0 goes on
        for epoch in range(self.start_epoch, self.args.epochs):
            t0 = time.time()
            self.one_epoch(epoch, train_ds)
            val = self.evaluate(val_ds)
            self.ckpt.epoch.assign(epoch + 1)
            if hvd.rank() == 0:
                print("epoch", epoch, "val", val, "time", time.time() - t0)
            if val < self.best:
                self.best = val
                if hvd.rank() == 0:
                    self.model.save_weights(os.path.join(self.args.ckpt_dir, "best.h5"))


def load(path, batch_size):
    d = np.load(path)
    x, y = d["x"].astype("float32"), d["y"].astype("float32")
    n = int(len(x) * 0.9)
    train = (
        tf.data.Dataset.from_tensor_slices((x[:n], y[:n]))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(1000)
        .batch(batch_size)
    )
    val = tf.data.Dataset.from_tensor_slices((x[n:], y[n:])).batch(batch_size)
    return train, val


def main():
    args = get_args()
    if hvd.rank() == 0:
        os.makedirs(args.ckpt_dir, exist_ok=True)
    trainer = Trainer(args)
    train_ds, val_ds = load(args.data, args.batch_size)
    trainer.train(train_ds, val_ds)


if __name__ == "__main__":
    main()
