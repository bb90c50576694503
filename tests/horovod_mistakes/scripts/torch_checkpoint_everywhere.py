"""Every process saves the model.

Found by: HVD439
"""

import horovod.torch as hvd
import torch

hvd.init()
if torch.cuda.is_available():
    torch.cuda.set_device(hvd.local_rank())

features = torch.rand(64, 4, generator=torch.Generator().manual_seed(0))
dataset = torch.utils.data.TensorDataset(features, features.sum(dim=1, keepdim=True))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=8, sampler=sampler)
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)

for epoch in range(2):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        error = torch.nn.functional.mse_loss(model(x), y)
        error.backward()
        optimizer.step()
torch.save(model.state_dict(), "model.pt")
