import horovod.tensorflow as hvd

hvd.init()


def targets(x):
    total = report = x.sum(axis=1)
    if hvd.rank() == 0:
        print(report.shape)
    return total
