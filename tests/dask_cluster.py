"""A Dask cluster of two workers on loopback, for tests: it prints its address, and ends with its standard input.

The scheduler and the workers are processes of their own; a worker that dies is replaced. A task that has killed two
workers is given up.
"""

from __future__ import annotations

import logging
import sys

import dask
from distributed import LocalCluster

if __name__ == "__main__":
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        memory_limit=0,
        local_directory=sys.argv[1],
        silence_logs=logging.CRITICAL,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
