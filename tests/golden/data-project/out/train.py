import tensorflow as tf

from pipeline.records import Data, prepare
from pipeline.steps import train
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = Data(101, batch_size=8)
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 101), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05 * hvd.size())


def main():
    train(model, optimizer, data.training, steps=20)
    train(model, optimizer, prepare(data.numbers(), 4, shuffled=True), steps=10)
    for x in data.validation:
        model(x)


if __name__ == "__main__":
    main()
