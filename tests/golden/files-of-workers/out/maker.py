import numpy as np
import horovod.tensorflow as hvd

hvd.init()


def main(count, seed):
    draw = np.random.RandomState(seed)
    draw_rand = draw.rand(count, 8)
    if hvd.rank() == 0:
        np.save("made.npy", draw_rand)
