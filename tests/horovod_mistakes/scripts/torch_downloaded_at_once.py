"""All processes of a host download a data set at once.

Found by: HVD447
"""

import horovod.torch as hvd
import torch
from torchvision import datasets, transforms

hvd.init()
if torch.cuda.is_available():
    torch.cuda.set_device(hvd.local_rank())

dataset = datasets.FashionMNIST("data", download=True, transform=transforms.ToTensor())
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=8, sampler=sampler)
model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(784, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)

for epoch in range(2):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        error = torch.nn.functional.cross_entropy(model(x), y)
        error.backward()
        optimizer.step()
