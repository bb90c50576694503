"""Batches."""
import tensorflow as tf

print("data ready")


def batches(count):
    for number in range(count):
        if number == 0:
            print("first batch")
        yield tf.ones([2, 3]) * number


if __name__ == "__main__":
    print("a look at the data")
    for batch in batches(2):
        print(batch)
