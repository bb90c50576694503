"""Batches."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

if hvd.rank() == 0:
    print("data ready")


def batches(count):
    for number in range(count):
        if number == 0 and hvd.rank() == 0:
            print("first batch")
        yield tf.ones([2, 3]) * number


if __name__ == "__main__":
    print("a look at the data")
    for batch in batches(2):
        print(batch)
