"""Objects that take the names of their classes, which a star has brought."""

from network import *
from training import *

network = Network(32)
training = training(network)
training.run(1000)
