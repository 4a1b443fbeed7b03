"""The layers around a snippet's process, each alone with the others off, and all of them together.

Every test forks, puts layers on in the fork, and does there what must be refused. The last layer that is missing in a
kernel is pretended to be: an older version of Landlock, or a machine that nobody knows.
"""

from __future__ import annotations

import ctypes
import errno
import faulthandler
import functools
import json
import mmap
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from build_tools.code import landlock, permissions, sandbox, scratch, seccomp, syscalls
from build_tools.code.permissions import Permissions
from build_tools.code.sandbox import Kernel, Layer

if sys.platform != "linux":
    pytest.skip("only Linux has these layers", allow_module_level=True)

HERE = Kernel.here()
ROOT = Path(__file__).parent.parent
PARENT = os.getpid()

needs_filter = pytest.mark.skipif(not HERE.machine, reason="no filter is known for this machine")


def needs(version: int) -> pytest.MarkDecorator:
    return pytest.mark.skipif(HERE.landlock < version, reason=f"this kernel has no Landlock {version}")


def fork(*steps: Callable[[], object]) -> object:
    """What the last of some steps comes to in a process of its own, or how it ended: `PermissionError`, `-SIGSEGV`."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        faulthandler.disable()
        try:
            told: object = None
            try:
                for step in steps:
                    told = step()
            except BaseException as error:
                number = error.errno if isinstance(error, OSError) else None
                told = errno.errorcode.get(number or 0, type(error).__name__)
            os.write(writing, json.dumps(told).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        data = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return json.loads(data) if data else f"-{signal.Signals(-code).name}" if code < 0 else code


@pytest.fixture
def own() -> Iterator[str]:
    with scratch.Folders() as folders, folders.lend() as path:
        yield path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "rates.csv").write_text("1,2\n")
    (tmp_path / "helper.py").write_text("value = 7\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("secret\n")
    (tmp_path / ".env").write_text("secret\n")
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "data" / "link").symlink_to("/etc/passwd")
    (tmp_path / "home").symlink_to("/etc")
    return tmp_path


def unprivileged() -> None:
    sandbox.control(sandbox.NO_NEW_PRIVILEGES, 1)


def locked(asked: Permissions, known: int = HERE.landlock) -> Callable[[], None]:
    """Landlock alone."""

    def put_on() -> None:
        unprivileged()
        landlock.restrict(permissions.rules(asked), known)

    return put_on


def filtered(*, read_only: bool = False) -> Callable[[], None]:
    """The filter of system calls alone."""

    def put_on() -> None:
        unprivileged()
        seccomp.install(HERE.machine, read_only=read_only)

    return put_on


def raw(number: int, *arguments: object) -> Callable[[], object]:
    return lambda: syscalls.call("syscall", number, *arguments)


# ------------------------------------------------------------------------------------------- Landlock alone


@needs(landlock.FILES)
def test_landlock_lets_read_what_was_named(project: Path, own: str) -> None:
    on = locked(Permissions(project=str(project), writable=own))
    assert fork(on, lambda: (project / "data" / "rates.csv").read_text()) == "1,2\n"
    assert fork(on, lambda: sorted(os.listdir(project / "data"))) == ["link", "rates.csv"]
    assert fork(on, lambda: ".git" in os.listdir(project)) is True
    assert fork(on, lambda: os.urandom(1) and os.open("/dev/urandom", os.O_RDONLY) > 0) is True
    assert fork(on, lambda: Path(os.devnull).write_text("x") + len(Path(os.devnull).read_text())) == 1
    assert fork(on, lambda: bool(Path(json.__file__).read_bytes())) is True


@needs(landlock.FILES)
def test_landlock_lets_nothing_else_be_read(project: Path, own: str) -> None:
    on = locked(Permissions(project=str(project), writable=own))
    inside = [project / name for name in (".git/config", ".env", "link", "data/link", "home/passwd")]
    places = ["/etc/passwd", f"/proc/{PARENT}/environ", "/proc/self/mem", *inside]
    for place in places:
        assert fork(on, Path(place).read_bytes) == "EACCES", place
    for folder in ("/", "/etc", "/proc", "/tmp", "/root"):
        assert fork(on, lambda folder=folder: os.listdir(folder)) == "EACCES", folder


@needs(landlock.FILES)
def test_landlock_lets_write_in_the_own_folder_only(project: Path, own: str) -> None:
    on = locked(Permissions(project=str(project), writable=own))
    helper, data = project / "helper.py", project / "data"

    def at_home() -> object:
        tempfile.tempdir = own
        with tempfile.TemporaryFile() as file, tempfile.NamedTemporaryFile() as named:
            file.write(b"x")
            named.write(b"x")
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/a")
            Path(f"{folder}/a/b").write_text("x")
            os.rename(f"{folder}/a/b", f"{folder}/c")
            os.truncate(f"{folder}/c", 0)
        return os.listdir(own)

    assert fork(on, at_home) == []
    for act in (
        lambda: helper.write_text(""),
        lambda: os.open(helper, os.O_RDONLY | os.O_TRUNC),
        lambda: os.truncate(helper, 0),
        lambda: helper.unlink(),
        lambda: (project / "new").touch(),
        lambda: (project / "new").mkdir(),
        lambda: (data / "rates.csv").rename(data / "other.csv"),
        lambda: Path("/tmp/tashikame-marker").touch(),
        lambda: os.rmdir(data),
    ):
        assert fork(on, act) in ("EACCES", "EXDEV")
    assert helper.read_text() == "value = 7\n" and len(os.listdir(project)) == 6


@needs(landlock.FILES)
def test_landlock_lets_no_links_and_no_devices_be_made(project: Path, own: str) -> None:
    on = locked(Permissions(project=str(project), writable=own))
    for act in (
        lambda: os.symlink("/etc/passwd", f"{own}/a"),
        lambda: os.link(project / "helper.py", f"{own}/a"),
        lambda: os.rename(project / "helper.py", f"{own}/a"),
        lambda: os.mkfifo(f"{own}/a"),
        lambda: socket.socket(socket.AF_UNIX).bind(f"{own}/a"),
        lambda: os.mknod(f"{own}/a", 0o600 | 0o020000, os.makedev(1, 3)),
    ):
        assert fork(on, act) in ("EACCES", "EXDEV", "EPERM")
    assert os.listdir(own) == []


@needs(landlock.FILES)
def test_landlock_lets_nothing_be_executed(own: str) -> None:
    assert fork(locked(Permissions(writable=own)), lambda: os.execv(sys.executable, ["python"])) == "EACCES"


@needs(landlock.NETWORK)
def test_landlock_lets_no_tcp_pass() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        on = locked(Permissions())
        assert fork(on, lambda: socket.socket().bind(("127.0.0.1", 0))) == "EACCES"
        assert fork(on, lambda: socket.create_connection(address)) == "EACCES"
        before = locked(Permissions(), landlock.NETWORK - 1)
        assert fork(before, lambda: socket.create_connection(address).close()) is None


@needs(landlock.SCOPES)
def test_landlock_lets_no_signal_and_no_abstract_socket_out() -> None:
    name = f"\0tashikame-{PARENT}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        for known, found in ((HERE.landlock, "EPERM"), (landlock.SCOPES - 1, None)):
            on = locked(Permissions(), known)
            assert fork(on, lambda: os.kill(PARENT, 0)) == found
            assert fork(on, lambda: socket.socket(socket.AF_UNIX).connect(name)) == found
        assert fork(locked(Permissions()), lambda: os.kill(os.getpid(), 0)) is None


@needs(landlock.TRUNCATING)
def test_older_versions_of_landlock_let_files_be_emptied(tmp_path: Path) -> None:
    """And so this is what the filter of system calls is for."""
    file = tmp_path / "file"
    for act in (
        lambda: os.truncate(file, 1),
        lambda: os.close(os.open(file, os.O_RDONLY | os.O_TRUNC)),
        lambda: os.close(os.open(file, os.O_ACCMODE | os.O_TRUNC)),
    ):
        before = locked(Permissions(readable=(str(tmp_path),)), landlock.TRUNCATING - 1)
        file.write_text("xx")
        assert fork(before, act) is None and file.stat().st_size < 2
        file.write_text("xx")
        assert fork(before, filtered(), act) == "EPERM" and file.stat().st_size == 2
        assert fork(locked(Permissions(readable=(str(tmp_path),))), act) == "EACCES" and file.stat().st_size == 2


@needs_filter
def test_nothing_is_opened_for_neither_reading_nor_writing(tmp_path: Path) -> None:
    """Landlock asks for no right then."""
    file = tmp_path / "file"
    file.write_text("xx")
    for act in (
        lambda: os.close(os.open(file, os.O_ACCMODE)),
        lambda: os.close(os.open(file, os.O_ACCMODE | os.O_TRUNC)),
        lambda: os.close(os.open(tmp_path / "new", os.O_ACCMODE | os.O_CREAT)),
    ):
        assert fork(filtered(), act) == "EPERM"
    assert file.read_text() == "xx" and not (tmp_path / "new").exists()


# ------------------------------------------------------------------------------------- the filter of calls alone


@needs_filter
def test_the_filter_lets_nothing_connect() -> None:
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET, 40):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            assert fork(filtered(), lambda family=family, kind=kind: socket.socket(family, kind)) == "EPERM"
    assert fork(filtered(), socket.socketpair) == "EPERM"
    assert fork(filtered(), lambda: socket.getaddrinfo("nobody.invalid", 80)) == "gaierror"


@needs_filter
def test_the_filter_lets_no_process_be_made_or_become_another() -> None:
    for act in (
        lambda: os.fork() or os._exit(0),
        lambda: os.forkpty()[0] or os._exit(0),
        lambda: os.posix_spawn(sys.executable, ["python", "-c", ""], {}),
        lambda: subprocess.run([sys.executable, "-c", ""]),
        lambda: os.execv(sys.executable, ["python", "-c", ""]),
        lambda: syscalls.call("vfork") or os._exit(0),
        lambda: syscalls.call("unshare", 0),
        lambda: syscalls.call("setns", 0, 0),
        lambda: syscalls.call("personality", 0),
        lambda: os.setsid(),
        lambda: os.setpgid(0, 0),
        lambda: syscalls.call("syscall", 56 if HERE.machine == "x86_64" else 220, signal.SIGCHLD, 0, 0, 0, 0),
    ):
        assert fork(filtered(), act) == "EPERM"
    assert fork(filtered(), lambda: os.system("exit 0")) != 0


@needs_filter
def test_the_filter_lets_threads_be_started() -> None:
    done: list[int] = []

    def work() -> object:
        threads = [threading.Thread(target=done.append, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(done)

    assert fork(filtered(), work) == [0, 1, 2, 3]
    assert fork(filtered(), raw(435, None, 0)) == "ENOSYS"  # clone3, which a C library does without


@needs_filter
def test_the_filter_lets_no_signal_reach_others() -> None:
    quiet = signal.SIGURG
    for act in (
        lambda: os.kill(PARENT, 0),
        lambda: os.kill(0, 0),
        lambda: os.kill(-1, 0),
        lambda: os.killpg(os.getpgid(0), 0),
        lambda: os.kill(PARENT, quiet),
        lambda: syscalls.call("tgkill", PARENT, PARENT, 0),
        lambda: syscalls.call("sigqueue", PARENT, 0, None),
        lambda: os.pidfd_open(PARENT),
        lambda: signal.pidfd_send_signal(0, 0),
        lambda: syscalls.call("ptrace", 16, PARENT, 0, 0),
        lambda: syscalls.call("process_vm_readv", PARENT, None, 0, None, 0, 0),
        lambda: syscalls.call("fcntl", 0, 8, PARENT),  # F_SETOWN: who is told when a file has something to read
        lambda: syscalls.call("ioctl", 0, 0x5412, b"x"),  # TIOCSTI: types into a terminal
        lambda: os.setpriority(os.PRIO_PROCESS, PARENT, 0),
    ):
        assert fork(filtered(), act) == "EPERM"


@needs_filter
@pytest.mark.parametrize("name", ["SIGABRT", "SIGKILL", "SIGSEGV", "SIGTERM"])
def test_the_filter_lets_a_process_signal_itself(name: str) -> None:
    assert fork(filtered(), lambda: os.kill(os.getpid(), signal.Signals[name])) == f"-{name}"
    if name == "SIGABRT":
        assert fork(filtered(), os.abort) == "-SIGABRT"
        assert fork(filtered(), lambda: signal.pthread_kill(threading.get_ident(), signal.SIGABRT)) == "-SIGABRT"


@needs_filter
def test_the_filter_lets_nothing_be_changed_that_stays(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for act in (
        lambda: file.chmod(0o777),
        lambda: os.fchmod(os.open(file, os.O_RDONLY), 0o777),
        lambda: os.chown(file, -1, -1),
        lambda: os.utime(file),
        lambda: os.setxattr(file, "user.a", b"a"),
        lambda: file.with_name("a").symlink_to(file),
        lambda: file.with_name("a").hardlink_to(file),
        lambda: os.mkfifo(file.with_name("a")),
        lambda: os.truncate(file, 0),
        lambda: os.chroot(tmp_path),
        lambda: syscalls.call("mount", None, bytes(str(tmp_path), "ascii"), b"tmpfs", 0, None),
    ):
        assert fork(filtered(), act) == "EPERM"
    assert fork(filtered(), lambda: file.write_text("x")) == 1


@needs_filter
def test_the_filter_lets_no_limit_be_changed() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert fork(filtered(), lambda: resource.getrlimit(resource.RLIMIT_NOFILE)) == [soft, hard]
    assert fork(filtered(), lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))) == "ValueError"
    assert fork(filtered(), lambda: resource.prlimit(PARENT, resource.RLIMIT_NOFILE)) == "EPERM"
    for option in (1, 4, 22, 23, 36, 38):  # parent's death, dumpable, filters, bounding set, subreaper, privileges
        assert fork(filtered(), lambda option=option: syscalls.call("prctl", option, 1, 0, 0, 0)) == "EPERM"


@needs_filter
def test_the_filter_lets_no_memory_be_had_that_limits_do_not_count() -> None:
    assert fork(filtered(), lambda: os.memfd_create("a")) == "EPERM"
    assert fork(filtered(), lambda: syscalls.call("shmget", 0, 4096, 0o1600)) == "EPERM"


@needs_filter
def test_the_filter_knows_what_is_new_and_what_is_foreign() -> None:
    assert fork(filtered(), raw(425, 1, None)) == "EPERM"  # io_uring_setup
    assert fork(filtered(), raw(437, -100, b"/", None, 0)) == "ENOSYS"  # openat2: its flags cannot be seen
    assert fork(filtered(), raw(5000)) == "ENOSYS"
    if HERE.machine == "x86_64":
        assert fork(filtered(), raw(0x40000000 | 41, 2, 1, 0)) == "ENOSYS"  # socket, as x32 calls it

        def through_the_old_door() -> object:
            """getpid as a 32-bit program asks for it: mov eax, 20; int 0x80; ret"""
            page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
            return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()

        assert fork(filtered(), through_the_old_door) in ("-SIGSYS", "-SIGSEGV")


@needs_filter
def test_the_filter_alone_can_keep_all_files_as_they_are(tmp_path: Path) -> None:
    """For kernels without Landlock."""
    file = tmp_path / "file"
    file.write_text("x")
    on = filtered(read_only=True)
    assert fork(on, file.read_text) == "x"
    for act in (
        lambda: file.write_text(""),
        lambda: file.open("r+"),
        lambda: file.open("a"),
        lambda: os.open(file, os.O_RDONLY | os.O_TRUNC),
        lambda: os.open(tmp_path / "a", os.O_RDONLY | os.O_CREAT),
        lambda: os.open(tmp_path, os.O_TMPFILE | os.O_RDWR),
        lambda: file.unlink(),
        lambda: file.rename(tmp_path / "a"),
        lambda: (tmp_path / "a").mkdir(),
        lambda: tmp_path.rmdir(),
    ):
        assert fork(on, act) == "EPERM"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# --------------------------------------------------------------------------- the filter, for machines that we have not


@functools.cache
def program(kind: str, read_only: bool) -> tuple[tuple[int, int, int, int], ...]:
    return seccomp.program(kind, read_only=read_only)


def judged(kind: str, number: int, *arguments: int, read_only: bool = False, arch: int = 0) -> str:
    """What the filter says of a call: the little machine that the kernel runs it on."""
    data = struct.pack("=IIQ6Q", number, arch or seccomp.AUDIT_ARCH[kind], 0, *arguments, *[0] * (6 - len(arguments)))
    steps, place, held = program(kind, read_only), 0, 0
    while True:
        code, yes, no, value = steps[place]
        value = 4711 if value == -1 else value
        place += 1
        if code == 0x20:
            (held,) = struct.unpack_from("=I", data, value)
        elif code == 0x54:
            held &= value
        elif code == 0x05:
            place += value
        elif code in (0x15, 0x35):
            place += yes if (held == value if code == 0x15 else held >= value) else no
        else:
            assert code == 0x06
            return {0x7FFF0000: "allow", 0x50001: "refuse", 0x50026: "unknown", 0x80000000: "end"}[value]


@pytest.mark.parametrize("kind", syscalls.MACHINES)
def test_every_number_has_its_fate(kind: str) -> None:
    harmless, naming = syscalls.harmless(kind), syscalls.naming(kind)
    depending, replaced = syscalls.depending(kind), syscalls.replaced(kind)
    known = harmless | naming | depending | replaced
    assert len(set(known.values())) == len(harmless) + len(naming) + len(depending) + len(replaced)
    for number in [*range(500), 0x40000000, 0x40000029, 0xFFFFFFFF]:
        for read_only in (False, True):
            fate = judged(kind, number, 1 << 40, read_only=read_only)
            if number in harmless.values():
                assert fate == "allow"
            elif number in naming.values():
                assert fate == ("refuse" if read_only else "allow")
            elif number not in depending.values():
                assert fate == ("unknown" if number > 452 or number in replaced.values() else "refuse")
    assert {judged(kind, number, arch=0x40000003) for number in range(500)} == {"end"}  # 32 bits, x86


@pytest.mark.parametrize("kind", syscalls.MACHINES)
def test_some_calls_depend_on_what_is_asked(kind: str) -> None:
    numbers = syscalls.depending(kind)

    def fate(name: str, *arguments: int, read_only: bool = False) -> str:
        return judged(kind, numbers[name], *arguments, read_only=read_only)

    for name in ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
        assert fate(name, 4711, 9) == "allow"
        assert {fate(name, pid, 0) for pid in (0, 1, 4710, 0xFFFFFFFF, 2**64 - 1, 2**32 - 4711)} == {"refuse"}
    thread = 0x3D0F00
    assert fate("clone", thread) == "allow"
    assert {fate("clone", flags) for flags in (0, 17, 0x4111, thread | 0x10000000, thread | 0x40000000)} == {"refuse"}
    assert [fate("prlimit64", *asked) for asked in ((0, 7), (4711, 7), (1, 7), (0, 7, 4096), (0, 7, 1 << 32))] == [
        *("allow", "allow", "refuse", "refuse", "refuse")
    ]
    assert [fate("fcntl", 0, command) for command in (0, 2, 4, 1030, 8, 10, 15, 1024, 1026, 1033)] == [
        *["allow"] * 4,
        *["refuse"] * 6,
    ]
    assert [fate("ioctl", 0, command) for command in (0x5401, 0x5412, 0x5410, 0x40086602)] == [
        *("allow", "refuse", "refuse", "refuse")
    ]
    assert [fate("prctl", option) for option in (3, 15, 16, 1, 4, 22, 38)] == [*["allow"] * 3, *["refuse"] * 4]
    for name, before in (("openat", (3, 4096)), *([("open", (4096,))] if "open" in numbers else [])):
        flags = (0, os.O_CLOEXEC, 0o1, 0o2, 0o101, 0o1101, 0o1000, 0o100, 0o20200002)
        assert [fate(name, *before, flag) for flag in flags] == [*["allow"] * 6, "refuse", "allow", "allow"]
        assert [fate(name, *before, flag, read_only=True) for flag in flags] == [*["allow"] * 2, *["refuse"] * 7]


@pytest.mark.parametrize(
    ("kind", "header"),
    [("x86_64", "x86_64-linux-gnu/asm/unistd_64.h"), ("aarch64", "asm-generic/unistd.h")],
)
def test_the_numbers_are_those_of_the_kernel(kind: str, header: str) -> None:
    path = Path("/usr/include", header)
    if not path.is_file():
        pytest.skip("this system has no headers of the kernel")
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)", path.read_text(), re.MULTILINE)
    numbers = {name: int(number) for name, number in found}
    numbers.setdefault("newfstatat", numbers.get("fstatat", -1))
    for part in (syscalls.harmless, syscalls.naming, syscalls.depending, syscalls.replaced):
        for name, number in part(kind).items():
            assert numbers.get(name, number) == number, name
    assert not {name for name in syscalls.harmless("x86_64") if name in numbers} - set().union(
        *(part(kind) for part in (syscalls.harmless, syscalls.naming, syscalls.depending, syscalls.replaced))
    )


def test_a_machine_without_a_filter_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "", "9", "", "riscv64")))
    assert seccomp.machine() == ""


# ----------------------------------------------------------------------------------------------- other layers alone


def test_limits_alone(tmp_path: Path) -> None:
    def limited(**what: float) -> Callable[[], None]:
        return lambda: sandbox.limit(Permissions(**{"memory": 4 << 30, **what}))  # type: ignore[arg-type]

    assert fork(limited(), lambda: bytearray(8 << 30)) == "MemoryError"

    def large() -> None:
        with open(tmp_path / "file", "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))

    assert fork(limited(file_size=1 << 20), large) == "EFBIG"
    assert (tmp_path / "file").stat().st_size == 1 << 20
    assert fork(limited(), lambda: [os.dup(0) for _ in range(200)]) == "EMFILE"

    def busy() -> None:
        while True:
            pass

    assert fork(limited(seconds=1), busy) == "-SIGXCPU"
    assert fork(limited(seconds=1), lambda: signal.signal(signal.SIGXCPU, signal.SIG_IGN), busy) == "-SIGKILL"
    assert fork(limited(), lambda: resource.getrlimit(resource.RLIMIT_CORE)) == [0, 0]


def test_limits_hold_for_root() -> None:
    """Once it has no capabilities: without the filter, too."""

    def more() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    on = lambda: sandbox.limit(Permissions(memory=4 << 30))  # noqa: E731
    assert fork(on, sandbox.drop_capabilities, more) == "ValueError"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has capabilities")
def test_root_without_capabilities_is_nobody(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    os.chown(file, 1, 1)
    file.chmod(0o600)
    assert fork(file.read_text) == ""
    assert fork(sandbox.drop_capabilities, file.read_text) == "EACCES"
    assert fork(sandbox.drop_capabilities, lambda: os.setuid(1)) == "EPERM"
    assert fork(sandbox.drop_capabilities, lambda: os.nice(-1)) == "EPERM"


def test_descriptors_alone() -> None:
    one, two = os.pipe()

    def still_open() -> object:
        return [number for number in range(64) if os.path.exists(f"/proc/self/fd/{number}")]

    def alone(*kept: int) -> list[int]:
        """Without the pipe of `fork`: it is closed as well."""
        with tempfile.TemporaryFile() as file:
            number = file.fileno()
            pid = os.fork()
            if pid == 0:
                sandbox.close_others((number, *kept))
                os.write(number, json.dumps(still_open()).encode())
                os._exit(0)
            os.waitpid(pid, 0)
            file.seek(0)
            found: list[int] = json.load(file)
            return [which for which in found if which not in (0, 1, 2, number)]

    assert alone() == [] and alone(two) == [two]
    os.close(one)
    os.close(two)


def test_privileges_and_dumps_alone() -> None:
    assert fork(unprivileged, lambda: syscalls.call("prctl", 39, 0, 0, 0, 0)) == 1
    assert fork(lambda: sandbox.control(sandbox.DUMPABLE, 0), lambda: syscalls.call("prctl", 3, 0, 0, 0, 0)) == 0


def test_a_process_ends_with_its_parent() -> None:
    reading, writing = os.pipe()
    middle = os.fork()
    if middle == 0:
        os.close(reading)
        if os.fork() == 0:
            sandbox.control(sandbox.PARENT_DEATH, signal.SIGKILL)
            os.write(writing, b"x")
            time.sleep(60)
        time.sleep(60)
    os.close(writing)
    assert os.read(reading, 1) == b"x"
    os.kill(middle, signal.SIGKILL)
    os.waitpid(middle, 0)
    began = time.monotonic()
    assert os.read(reading, 1) == b"" and time.monotonic() - began < 30
    os.close(reading)


# ------------------------------------------------------------------------------------------------------ all together


def confined(asked: Permissions, kernel: Kernel | None = None) -> tuple[Layer, ...]:
    """The layers as they were reported, from a process that has them on."""
    with tempfile.TemporaryFile() as file:
        pid = os.fork()
        if pid == 0:
            try:
                layers = sandbox.confine(Permissions(**{**vars(asked), "kept": (file.fileno(),)}), kernel)
                os.write(file.fileno(), json.dumps([list(vars(layer).values()) for layer in layers]).encode())
            finally:
                os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        file.seek(0)
        return tuple(Layer(*told) for told in json.load(file))


def missing(layers: tuple[Layer, ...]) -> dict[str, str]:
    assert not any(layer.why for layer in layers if layer.holds)
    return {layer.name: layer.why for layer in layers if not layer.holds}


ROOMY = Permissions(memory=4 << 30)


@needs(landlock.SCOPES)
@needs_filter
def test_all_layers_hold_here() -> None:
    layers = confined(ROOMY)
    assert missing(layers) == {}
    assert [layer.name for layer in layers] == [
        *("descriptors", "limits", "not dumpable", "ends with its parent", "no new privileges", "no capabilities"),
        *("files", "truncation", "network", "signals and sockets", "system calls"),
    ]


@needs(landlock.SCOPES)
@needs_filter
def test_what_is_missing_is_said() -> None:
    nothing = missing(confined(ROOMY, Kernel(0, HERE.machine)))
    assert list(nothing) == ["files", "truncation", "network", "signals and sockets"]
    assert nothing["files"] == "needs Landlock 1, this kernel has none: files outside may be read, none is written"
    assert nothing["network"].endswith("connections; the filter of system calls refuses the same")
    for known, names in (
        (1, ["truncation", "network", "signals and sockets"]),
        (3, ["network", "signals and sockets"]),
    ):
        assert list(missing(confined(ROOMY, Kernel(known, HERE.machine)))) == names
    assert list(missing(confined(ROOMY, Kernel(5, HERE.machine)))) == ["signals and sockets"]
    unfiltered = missing(confined(ROOMY, Kernel(HERE.landlock, "")))
    assert list(unfiltered) == ["system calls"] and "may use the network" in unfiltered["system calls"]
    bare = missing(confined(ROOMY, Kernel(0, "")))
    assert list(bare) == ["files", "truncation", "network", "signals and sockets", "system calls"]
    assert bare["files"].endswith("files outside may be read and written")
    assert bare["network"].endswith("nothing else refuses it")


def under(kernel: Kernel, own: str, act: Callable[[], object], project: str = "") -> object:
    return fork(lambda: sandbox.confine(_open(own, project), kernel), act)


def _open(own: str, project: str) -> Permissions:
    pipes = tuple(number for number in range(3, 64) if os.path.exists(f"/proc/self/fd/{number}"))
    return Permissions(project=project, writable=own, memory=4 << 30, kept=pipes)


@needs_filter
def test_without_landlock_nothing_is_written(own: str) -> None:
    kernel = Kernel(0, HERE.machine)
    assert under(kernel, own, lambda: Path(own, "a").touch()) == "EPERM"
    assert under(kernel, own, lambda: os.kill(PARENT, 0)) == "EPERM"
    assert under(kernel, own, lambda: len(os.urandom(4))) == 4


@needs(landlock.SCOPES)
def test_without_a_filter_landlock_holds(own: str, project: Path) -> None:
    kernel = Kernel(HERE.landlock, "")
    assert under(kernel, own, Path("/etc/passwd").read_text) == "EACCES"
    assert under(kernel, own, lambda: os.kill(PARENT, 0)) == "EPERM"
    assert under(kernel, own, lambda: (project / "helper.py").read_text(), str(project)) == "value = 7\n"
    if os.geteuid() != 0:
        assert under(kernel, own, os.fork) == "EAGAIN"


def test_without_anything_a_snippet_still_runs(own: str) -> None:
    assert under(Kernel(0, ""), own, lambda: sum(range(10))) == 45


def test_lessons_can_work(own: str, project: Path) -> None:
    """What a snippet may well do, imports of what is not loaded yet among it."""

    def work() -> object:
        import dataclasses
        import decimal
        import fractions
        import random
        import zoneinfo
        from datetime import datetime

        import numpy as np
        import numpy.polynomial.hermite as hermite

        tempfile.tempdir = own
        os.chdir(project)
        sys.path.insert(0, str(project))
        import helper  # type: ignore[import-not-found]

        with tempfile.NamedTemporaryFile() as file:
            np.save(file, np.eye(3))
            file.seek(0)
            assert np.load(file).sum() == 3
        point = dataclasses.make_dataclass("Point", ["x"])(1)
        there = datetime(2026, 1, 1, tzinfo=zoneinfo.ZoneInfo("Asia/Tokyo")).utcoffset()
        assert there is not None and there.seconds == 9 * 3600
        assert 0 <= random.SystemRandom().random() < 1 and len(os.urandom(8)) == 8
        assert os.cpu_count() and time.localtime() and os.getcwd() == str(project)
        large = np.random.default_rng(0).random((200, 200))
        assert np.allclose(np.linalg.inv(large) @ large, np.eye(200))
        return [
            helper.value,
            point.x,
            str(fractions.Fraction(1, 3) + 1),
            str(decimal.Decimal("1.5")),
            hermite.hermval(1, [1]).tolist(),
        ]

    assert under(HERE, own, work, str(project)) == [7, 1, "4/3", "1.5", 1.0]


# ------------------------------------------------------------------------------------------------- the own folder


def test_a_folder_is_gone_whatever_is_left_in_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("x")
    with scratch.Folders() as folders, folders.lend() as path:
        os.symlink(outside, f"{path}/link")
        os.symlink(tmp_path, f"{path}/linked")
        os.mkdir(f"{path}/closed", 0o000)
        Path(path, "file").touch(0o000)
        os.mkfifo(f"{path}/pipe")
        os.mkdir(os.fsencode(path) + b"/\xff\n")

        def deep() -> None:
            os.chdir(path)
            for _ in range(1500):
                os.mkdir("a" * 50)
                os.chdir("a" * 50)
            Path("file").touch()

        assert fork(deep) is None
    assert not os.path.exists(path)
    assert outside.read_text() == "x" and os.listdir(tmp_path) == ["outside"]


def test_a_folder_that_is_left_empty_serves_again() -> None:
    with scratch.Folders() as folders:
        with folders.lend() as first, folders.lend() as second:
            assert first != second
            Path(first, "file").touch()
        with folders.lend() as third:
            assert third == second and os.listdir(third) == []
    assert not os.path.exists(first) and not os.path.exists(second)


def test_folders_do_not_outlive_the_program(tmp_path: Path) -> None:
    code = """
from build_tools.code.scratch import Folders
folders = Folders()
lending = folders.lend()
open(lending.__enter__() + "/file", "w").close()
with folders.lend() as path: pass
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={"TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_gone_already_is_no_error() -> None:
    with scratch.Folders() as folders, folders.lend() as path:
        os.rmdir(path)
