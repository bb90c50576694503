"""Run a training script as `python script.py` would, and note what it does: `python observer spec.json`.

This folder is executed by path with the user's interpreter, in every process of a run, so it needs nothing but the
standard library, and its modules import each other relatively, under a name that no project has. It meets TensorFlow
only when the script imports it, through hooks after the import. The script's file is not changed. What is noted goes to
a folder of the process, `rank-N/` in the output folder of the run:

- `stdout`, `stderr`: all that the process printed, from C++ too (the file descriptors are redirected);
- `library.log`: log records and warnings of libraries, which are not the script's;
- `variables.npz`: the trainable variables at the end, of eager code and of every session that trained;
- `observation.json`: how the script ended, optimizer steps, learning rates, digests of the samples, paths written;
- `stack`: where each thread stands, on SIGUSR1; `pid`.

What a run is asked for (`spec.json`) is `runs.Asked`. `python observer --serve SOCKET` imports TensorFlow once, and
forks each process that `launch.py` asks for.
"""
