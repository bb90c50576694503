"""Start one process of a run: `python launch.py launch.json`, executed by path in each process that is launched.

The process is forked by the server for its hash seed, or executed anew where there is none. It is by itself: only the
few modules of the standard library that it needs are imported, since it is started for every process of every run.
"""

import json
import os
import socket
import sys


def forked(path: str, spec: str) -> int:
    """Have a server fork the process; its exit status, once it has ended."""
    asked = json.dumps({"spec": spec, "folder": os.getcwd(), "environment": dict(os.environ)}).encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        socket.send_fds(connection, [b"%20d" % len(asked)], [0, 1, 2])
        connection.sendall(asked)
        answer = b""
        while part := connection.recv(64):
            answer += part
    return int(answer or b"1")


def main() -> int:
    """Start the process that `launch.json` describes, with the hash seed of its rank."""
    with open(sys.argv[1], encoding="utf-8") as file:
        launch = json.load(file)
    rank = int(os.environ.get("HOROVOD_RANK", "0"))
    seed = launch["hash_seeds"][rank % len(launch["hash_seeds"])]
    os.environ["PYTHONHASHSEED"] = str(seed)
    server = launch["servers"].get(str(seed))
    if server is not None:
        return forked(server, launch["spec"])
    os.execv(launch["python"], [launch["python"], launch["observer"], launch["spec"]])


if __name__ == "__main__":
    sys.exit(main())
