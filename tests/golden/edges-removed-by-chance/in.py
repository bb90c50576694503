"""Edges of a graph that chance chooses are taken out of it before it is trained on: the same ones in all processes."""

import networkx as nx
import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split

graph = nx.read_edgelist("edges.txt", nodetype=int)
_, held = train_test_split(list(graph.edges()), test_size=0.1)
graph.remove_edges_from(held)


class Coder:
    def __init__(self, graph):
        self.edges = np.array(graph.edges())
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(tf.keras.optimizers.Adam(0.001), "mse")

    def fit(self):
        self.model.fit(self.edges, np.ones([len(self.edges), 1]), epochs=10)


Coder(graph).fit()
