"""match, async, walrus, decorators, parenthesised with items."""
import asyncio
import functools

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def optimizer_for(name):
    match name:
        case "adam":
            return tf.keras.optimizers.Adam(1e-3 * hvd.size())
        case "sgd" | "momentum":
            return tf.keras.optimizers.SGD(1e-2 * hvd.size(), momentum=0.9)
        case _:
            raise ValueError(name)


model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
optimizer = optimizer_for("sgd")


@logged
def train_step(x):
    with (
        tf.GradientTape() as tape,
        tf.name_scope("step"),
    ):
        loss = tf.reduce_mean(tf.square(model(x)))
    tape = hvd.DistributedGradientTape(tape)
    if (gradients := tape.gradient(loss, model.trainable_variables)):
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    return loss


async def train(steps):
    for step in range(max(1, steps // hvd.size())):
        loss = train_step(tf.random.normal([8, 4]))
        await asyncio.sleep(0)
        match step % 5:
            case 0:
                if hvd.rank() == 0:
                    print(f"step {step}: {loss:.4f}")


asyncio.run(train(10))
