from . import train
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def run_main(train_fn, folder):
    if hvd.rank() == 0:
        print("training on", folder)
    train_fn(folder)


if __name__ == "__main__":
    run_main(train.train, "data")
