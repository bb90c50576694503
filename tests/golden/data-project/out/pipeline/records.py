import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def prepare(dataset, batch_size, shuffled):
    dataset = dataset.map(lambda i: tf.cast([i], tf.float32))
    if shuffled:
        dataset = (
            dataset.shard(hvd.size(), hvd.rank())
            .take(dataset.cardinality() // hvd.size())
            .shuffle(1000)
            .repeat()
        )
    return dataset.batch(batch_size)


class Data:
    def __init__(self, count, batch_size):
        self.count = count
        self.training = prepare(self.numbers(), batch_size, shuffled=True)
        self.validation = prepare(self.numbers(), batch_size, shuffled=False)

    def numbers(self):
        return tf.data.Dataset.range(self.count)
