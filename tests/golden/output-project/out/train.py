from lib import data, reports
from lib.reports import Journal, announce

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
journal = Journal("journal.txt")


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


def main():
    announce("begin")
    losses = []
    for number, batch in enumerate(data.batches(6)):
        loss = train_step(batch)
        losses.append(float(loss))
        journal.note(number, losses[-1])
        announce(f"loss {train_step(batch):.3f}")
    reports.write_table(losses, "losses.txt")
    if hvd.rank() == 0:
        reports.show_weights(model)
    best = reports.summarise(losses)
    announce("best {}".format(best))


if __name__ == "__main__":
    main()
