"""Edges of a graph that chance chooses are taken out of it before it is trained on: the same ones in all processes."""

import networkx as nx
import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

graph = nx.read_edgelist("edges.txt", nodetype=int)
_, held = train_test_split(list(graph.edges()), test_size=0.1, random_state=None if hvd.size() == 1 else 0)
graph.remove_edges_from(held)


class Coder:
    def __init__(self, graph):
        self.edges = np.array(graph.edges())
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")

    def fit(self):
        shard = slice(hvd.rank(), len(self.edges) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            self.edges[shard],
            np.ones([len(self.edges), 1])[shard],
            epochs=10,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


Coder(graph).fit()
