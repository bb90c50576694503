"""A training step that computes the model for the loss, and once more for the accuracy."""

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
images, labels = torch.rand(80, 512, 64), torch.randint(10, (80, 512))
for x, y in zip(images, labels):
    loss = criterion(net(x), y)
    accuracy = (net(x).argmax(1) == y).float().mean().item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), accuracy)
