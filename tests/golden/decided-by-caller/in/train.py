import provider
from model import Net


def train(net, data, epochs):
    for epoch in range(epochs):
        for _ in range(data.num_examples // 32):
            truth, _, noisy = data.next_batch(32)
            net.partial_fit(noisy, truth)


train(Net(), provider.load("points"), 10)
