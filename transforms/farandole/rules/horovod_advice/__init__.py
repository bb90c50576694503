"""Advice on scripts that use Horovod rightly, and may do so better: one file for each piece."""

NOTE = """\
Advice is quiet until `select` names it, as `--select ADV` or `select = ["HVD", "ADV"]` do: whether it pays depends on the
network, the number of processes and the data. `farandole check --select ADV --fix` takes it, and editors show it as hints
with a quick-fix each. What changes how a model is trained or started asks to be confirmed: name it one by one, as in
`--select ADV107 --confirm ADV107`, since some pieces contradict one another.
"""
