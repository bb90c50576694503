import numpy as np
import tensorflow as tf

class PINN:
    def __init__(self, t, x, u, depth):
        self.t, self.x, self.u = t, x, u
        self.params = self.dnn_init(depth)
        self.optimizer = tf.keras.optimizers.Adam(0.001)

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
        for ep in range(epoch):
            idx = np.random.permutation(n)
            ep_loss = 0.
            for i in range(0, n, batch):
                t, x, u = self.t[idx[i:i + batch]], self.x[idx[i:i + batch]], self.u[idx[i:i + batch]]
                ep_loss += self.grad_desc(t, x, u)
            print(ep_loss)

t, x, u = (np.load(f"{name}.npy").astype("float32") for name in "txu")
PINN(t, x, u, 3).train(10, 32)
