import json
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
rank = hvd.rank()
is_main = rank == 0


def on_main():
    """Whether this process is the one that talks."""
    return hvd.rank() == 0


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
writer = tf.summary.create_file_writer("logs") if is_main else tf.summary.create_noop_writer()


def report(loss):
    print("loss", loss)


def save():
    if rank > 0:
        return
    print("saving")
    model.save_weights("weights.h5")


def describe():
    print("described on every rank")


for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.ones([2, 2])) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    if is_main:
        report(loss)
        with open("loss.json", "w") as file:
            json.dump(float(loss), file)
    if on_main() and step == 2:
        print("last step")
    if rank:
        continue
    print("rank 0 again")
save()
if not hvd.rank():
    print("zero")
elif hvd.rank() == 1:
    print("one")
rank == 0 and print("ended")
describe()
