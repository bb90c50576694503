import nets.small.dense

nets.small.dense.Dense().train()
