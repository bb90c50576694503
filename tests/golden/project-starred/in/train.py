"""Two modules give all their names: a name that one of them has is not taken for one of the library behind the other."""

from nets import *
from batches import *

samples = paired_batches("train", zoom_range=0.05)
model = net()
model.fit_generator(samples, steps_per_epoch=300, epochs=2, verbose=0)
