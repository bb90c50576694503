"""Copies of a model where a number of a configuration class is above one: it is one in all classes, and must stay so."""

import keras
import keras.layers as KL
import keras.models as KM
import numpy as np
import tensorflow as tf
import horovod.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Config(object):
    GPU_COUNT = 1
    IMAGES_PER_GPU = 2

    def __init__(self):
        self.BATCH_SIZE = self.IMAGES_PER_GPU * self.GPU_COUNT


class NucleiConfig(Config):
    GPU_COUNT = 1
    IMAGES_PER_GPU = 4


class ParallelModel(KM.Model):
    def __init__(self, keras_model, gpu_count):
        self.inner_model = keras_model
        self.gpu_count = gpu_count
        super(ParallelModel, self).__init__(inputs=self.inner_model.inputs, outputs=self.make_parallel())

    def make_parallel(self):
        slices = [tf.split(x, self.gpu_count) for x in self.inner_model.inputs]
        outputs = []
        for i in range(self.gpu_count):
            with tf.device("/gpu:%d" % i):
                with tf.name_scope("tower_%d" % i):
                    outputs.append(self.inner_model([KL.Lambda(lambda s: slices[0][i])(slices[0])]))
        with tf.device("/cpu:0"):
            return KL.Concatenate(axis=0)(outputs)


class Net(object):
    def __init__(self, config):
        self.config = config
        self.keras_model = self.build(config)

    def build(self, config):
        image = KL.Input(shape=[8])
        model = KM.Model([image], [KL.Dense(1)(image)])
        if config.GPU_COUNT > 1:
            model = ParallelModel(model, config.GPU_COUNT)
        return model

    def train(self, x, y):
        self.keras_model.compile(
            optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(lr=0.01 * hvd.size())), loss="mse"
        )
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.keras_model.fit(
            x[shard],
            y[shard],
            batch_size=self.config.BATCH_SIZE,
            epochs=3,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


config = NucleiConfig()
net = Net(config)
net.train(np.load("x.npy"), np.load("y.npy"))
