import horovod.tensorflow as hvd
import os

hvd.init()


class FileLogger(object):
    def __init__(self, name):
        self.out = open(name if hvd.rank() == 0 else os.devnull, 'w')

    def write(self, line):
        self.out.write(line)
