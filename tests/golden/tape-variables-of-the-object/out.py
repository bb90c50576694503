import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

class PINN:
    def __init__(self, t, x, u, depth):
        self.t, self.x, self.u = t, x, u
        self.params = self.dnn_init(depth)
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def dnn_init(self, depth):
        params = []
        for d in range(depth):
            w = tf.Variable(tf.random.truncated_normal([2, 2]))
            params.append(w)
        return params

    def net(self, t, x):
        z = tf.concat([t, x], 1)
        for w in self.params:
            z = tf.tanh(tf.matmul(z, w))
        return z[:, :1]

    def loss_grad(self, t, x, u):
        with tf.GradientTape(persistent=True) as tp:
            loss = tf.reduce_mean(tf.square(self.net(t, x) - u))
        tp = hvd.DistributedGradientTape(tp)
        grad = tp.gradient(loss, self.params)
        del tp
        return loss, grad

    @tf.function
    def grad_desc(self, t, x, u):
        loss, grad = self.loss_grad(t, x, u)
        self.optimizer.apply_gradients(zip(grad, self.params))
        return loss

    def train(self, epoch, batch):
        n = self.t.shape[0]
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        for ep in range(epoch):
            idx = np.random.permutation(n)
            ep_loss = 0.
            shard = slice(hvd.rank(), len(idx) // hvd.size() * hvd.size(), hvd.size())
            for i in range(0, max(1, n // hvd.size()), batch):
                t, x, u = (
                    self.t[idx[shard][i:i + batch]],
                    self.x[idx[shard][i:i + batch]],
                    self.u[idx[shard][i:i + batch]],
                )
                ep_loss += self.grad_desc(t, x, u)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.params, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print(ep_loss)

t, x, u = (np.load(f"{name}.npy").astype("float32") for name in "txu")
PINN(t, x, u, 3).train(10, 32)
