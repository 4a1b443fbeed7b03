"""Snippets on the workers of a Dask cluster: its scheduler says where each runs, and again where a worker dies."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from build_tools.closing import Closing
from build_tools.code import host, outpost, parcel, replies, scheduler
from build_tools.code.host import Host
from build_tools.code.parcel import Parcel
from build_tools.code.replies import Ended
from build_tools.disk import Disk
from build_tools.errors import BuildError, UsageError
from build_tools.model import Job

_OFTEN = 1.0  # seconds between two questions whether the cluster is still there
_PARCELS = 4  # that stay in the cluster: those of snippets and of twins, before and after what was saved last
_PAUSE = 0.01  # seconds between two looks at what has ended
_DROPPED = "its scheduler has ended, or has dropped what it was asked for"
_NEEDED = "workers have `snippets/` and the files that a header asks for (`# needs: data/rates.csv`), no more"


class Cluster(Closing):
    """A cluster, for as long as it is connected; as a context it lets go in the end.

    All its workers must be alike, and have this version of Tashikame, of Python and of NumPy. `host` is what they are.

    Args:
        address: the scheduler's, as `dask://host:port`.
        folder: the project's root, whose files workers get.

    Raises:
        UsageError: it is no address; nothing answers there; its workers do not fit; `distributed` is not installed.
    """

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self._client = scheduler.client(address)
        self._there: dict[str, Any] = {}  # by digest: what stands in the cluster for the last few parcels
        self._asked = self._staffed = time.monotonic()
        try:
            self.host = self._host()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the cluster; what still runs there ends at its limit, and nobody asks for it."""
        self._there.clear()
        with suppress(Exception):
            self._client.close(timeout=_OFTEN)

    def run(
        self,
        jobs: Sequence[Job],
        tasks: Sequence[bytes],
        limits: Sequence[float],
        done: Callable[[int, Ended], None],
        *,
        otherwise: bool,
    ) -> None:
        """Runs jobs on the workers.

        Args:
            jobs: what to run; the cluster's own pages show their paths.
            tasks: each as the worker's child reads it.
            limits: seconds of wall time for each.
            done: told the number of a job and how it ended, as soon as it has.
            otherwise: whether this is the run under other conditions.

        Raises:
            BuildError: the cluster is lost in the middle of it.
            UsageError: a worker is not what the others were, or the files are too large.
        """
        disk = Disk(str(self.folder), time.time_ns())
        # Anew each time: what `serve` was told is saved is what workers are to read.
        sent = parcel.pack(self.folder, {path for job in jobs for path in job.files})
        digest = sent.digest
        there = self._sent(digest, sent.data)
        common = {"digest": digest, "root": str(self.folder), "otherwise": otherwise, "expected": self.host.to_json()}
        waiting = {
            number: self._client.submit(
                outpost.work, task, there, limit=limit, key=f"{job.path}-{uuid.uuid4()}", pure=False, **common
            )
            for number, (job, task, limit) in enumerate(zip(jobs, tasks, limits, strict=True))
        }
        self._staffed = time.monotonic()
        while waiting:
            ready = [number for number, future in waiting.items() if future.done()]
            for number in ready:
                ended = self._ended(waiting[number])
                if ended is not None:
                    del waiting[number]
                    done(number, _at_home(ended, sent, disk))
            self._watch()
            if not ready:
                time.sleep(_PAUSE)

    def _sent(self, digest: str, data: bytes) -> Any:
        """What stands in the cluster for a parcel; one that is there already is not sent once more.

        It is the answer of a task: what a dead worker had of it the scheduler makes again.
        """
        there = self._there.pop(digest, None)
        if there is None:
            there = self._client.submit(bytes, data, key=f"{parcel.FOLDER}-{uuid.uuid4()}", pure=False)
        self._there[digest] = there
        if len(self._there) > _PARCELS:
            del self._there[next(iter(self._there))]
        return there

    def _ended(self, future: Any) -> Ended | None:
        """How a job ended; None where its worker died with the answer, and the scheduler has it run again."""
        if future.cancelled():
            raise self._lost(_DROPPED)
        try:
            data = future.result(timeout=scheduler.PATIENCE)
        except TimeoutError:
            return None
        except Exception as error:
            if future.cancelled():
                raise self._lost(_DROPPED) from error
            return Ended(lost=_why(error))
        try:
            ended = outpost.ended(data)
        except (TypeError, ValueError, AttributeError):
            return Ended(lost="what came back from the cluster is no answer of this version of Tashikame")
        if isinstance(ended, Host):
            raise _unfit("a worker that has joined", self.host.differs(ended) or "it does not say what it is")
        return ended

    def _watch(self) -> None:
        """Makes sure, now and then, that the scheduler is there and has workers.

        Raises:
            BuildError: it has not.
        """
        now = time.monotonic()
        if now - self._asked < _OFTEN:
            return
        try:
            workers = self._client.nthreads(callback_timeout=scheduler.PATIENCE)
        except Exception as error:
            raise self._lost("its scheduler does not answer any more") from error
        self._asked = time.monotonic()
        if workers:
            self._staffed = self._asked
        elif self._asked - self._staffed > scheduler.PATIENCE:
            raise self._lost("it has no workers any more")

    def _lost(self, why: str) -> BuildError:
        mend = "run it again once the cluster is up; without --executor, snippets run on this machine"
        return BuildError(f"the cluster at {self.address} is lost: {why}", mend)

    def _host(self) -> Host:
        """What the workers are: all the same."""
        deadline = time.monotonic() + scheduler.PATIENCE
        try:
            while not self._client.nthreads(callback_timeout=scheduler.PATIENCE) and time.monotonic() < deadline:
                time.sleep(_PAUSE)
            greeted: Mapping[str, Any] = self._client.run(
                outpost.greet, on_error="return", callback_timeout=scheduler.PATIENCE
            )
        except Exception as error:
            raise UsageError(
                f"the cluster at {self.address} does not answer within {scheduler.PATIENCE:g} s", scheduler.ELSE
            ) from error
        try:  # it reads what it hands on
            self._client.run_on_scheduler(outpost.greet, callback_timeout=scheduler.PATIENCE)
        except Exception as error:
            raise _unfit("the scheduler", f"Tashikame is not there ({_told(error)})") from error
        ours = host.here()
        first: Host | None = None
        for name, said in sorted(greeted.items()):
            if isinstance(said, OSError):  # it is just leaving
                continue
            try:
                found = host.from_json(said)
            except (TypeError, ValueError):
                told = _told(said) if isinstance(said, Exception) else "what is there is another version"
                raise _unfit(name, f"Tashikame is not there ({told})") from None
            if why := ours.foreign(found):
                raise _unfit(name, why)
            if first is not None and first != found:
                raise _unfit(name, f"it differs from the other workers in {first.differs(found)}")
            first = found
        if first is None:
            mend = f"start one: dask worker {self.address.removeprefix('dask://')}"
            raise UsageError(f"the cluster at {self.address} has no worker", mend)
        return first


def _unfit(worker: str, why: str) -> UsageError:
    mend = "install this Tashikame with its requirements.lock for the scheduler and all workers; let these be alike"
    return UsageError(f"{worker} cannot run snippets for this course: {why}", mend)


def _told(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _why(error: Exception) -> str:
    """Why a cluster has no answer."""
    if type(error).__name__ == "KilledWorker":
        return f"each worker that ran it has died, {_allowed(error)} in all: it may take more memory than they have"
    return f"the cluster could not run it: {_told(error)}"


def _allowed(error: Exception) -> str:
    return str(getattr(error, "allowed_failures", 0) + 1)


def _at_home(ended: Ended, sent: Parcel, disk: Disk) -> Ended:
    """A job's end as it would be here; where the worker lacked what is here, that is its failure."""
    noted = replies.noted(ended)
    if path := sent.amiss(noted, disk):
        line = 1
        with suppress(ValueError, TypeError, LookupError):
            line = json.loads(ended.answer.partition(b"\n")[0])["failure"][1]
        failure = ["snippet-error", line, f"it looks for {path}, which is otherwise here than on the worker; {_NEEDED}"]
        return Ended(json.dumps({"failure": failure}).encode() + b"\n", ended.log)
    return replace(ended, noted=sent.noted(noted))
