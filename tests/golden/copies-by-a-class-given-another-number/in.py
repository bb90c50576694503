"""The number of copies of a model is one in the classes, and is given to their object as it comes from the command line."""

import keras
import keras.layers as KL
import keras.models as KM
import numpy as np
import tensorflow as tf


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
        self.keras_model.compile(optimizer=keras.optimizers.SGD(lr=0.01), loss="mse")
        self.keras_model.fit(x, y, batch_size=self.config.BATCH_SIZE, epochs=3)


config = NucleiConfig()
import sys
config.GPU_COUNT = int(sys.argv[1])
net = Net(config)
net.train(np.load("x.npy"), np.load("y.npy"))
