"""match, async, walrus, decorators, parenthesised with items."""
import asyncio
import functools

import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def optimizer_for(name):
    match name:
        case "adam":
            return tf.keras.optimizers.Adam(1e-3)
        case "sgd" | "momentum":
            return tf.keras.optimizers.SGD(1e-2, momentum=0.9)
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
    if (gradients := tape.gradient(loss, model.trainable_variables)):
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


async def train(steps):
    for step in range(steps):
        loss = train_step(tf.random.normal([8, 4]))
        await asyncio.sleep(0)
        match step % 5:
            case 0:
                print(f"step {step}: {loss:.4f}")


asyncio.run(train(10))
