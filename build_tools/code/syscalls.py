"""The kernel's calls: how to make one that Python has no function for, and the numbers that each machine knows them by.

Sources: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux 6.18.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType

MACHINES = ("x86_64", "aarch64")

# Name, number on x86_64, number on aarch64 (- where that machine has no such call: its C library uses a newer one).
_FILES = """
read 0 63, write 1 64, close 3 57, stat 4 -, fstat 5 80, lstat 6 -, lseek 8 62, pread64 17 67, pwrite64 18 68,
readv 19 65, writev 20 66, access 21 -, dup 32 23, dup2 33 -, flock 73 32, fsync 74 82, fdatasync 75 83,
ftruncate 77 46, getdents 78 -, getcwd 79 17, chdir 80 49, fchdir 81 50, readlink 89 -, umask 95 166, statfs 137 43,
fstatfs 138 44, getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12,
flistxattr 196 13, getdents64 217 61, fadvise64 221 223, newfstatat 262 79, readlinkat 267 78, faccessat 269 48,
dup3 292 24, preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, statx 332 291, close_range 436 436,
faccessat2 439 439"""
_NAMES = """
rename 82 -, mkdir 83 -, rmdir 84 -, unlink 87 -, mkdirat 258 34, unlinkat 263 35, renameat 264 38,
renameat2 316 276"""
_MEMORY = """
mmap 9 222, mprotect 10 226, munmap 11 215, brk 12 214, mremap 25 216, msync 26 227, madvise 28 233,
membarrier 324 283"""
_OWN_SIGNALS = """
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, pause 34 -, rt_sigpending 127 136,
rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, restart_syscall 219 128, signalfd 282 -,
signalfd4 289 74"""
_TIME = """
nanosleep 35 101, getitimer 36 102, alarm 37 -, setitimer 38 103, gettimeofday 96 169, getrusage 98 165,
times 100 153, time 201 -, timer_create 222 107, timer_settime 223 110, timer_gettime 224 108,
timer_getoverrun 225 109, timer_delete 226 111, clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115,
timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87"""
_WAITING = """
poll 7 -, pipe 22 -, select 23 -, epoll_create 213 -, epoll_wait 232 -, epoll_ctl 233 21, pselect6 270 72,
ppoll 271 73, epoll_pwait 281 22, eventfd 284 -, eventfd2 290 19, epoll_create1 291 20, pipe2 293 59,
epoll_pwait2 441 441"""
_THREADS = """
sched_yield 24 124, exit 60 93, getpriority 140 141, sched_getparam 143 121, sched_getscheduler 145 120,
sched_get_priority_max 146 125, sched_get_priority_min 147 126, futex 202 98, sched_getaffinity 204 123,
set_tid_address 218 96, exit_group 231 94, set_robust_list 273 99, getcpu 309 168, rseq 334 293"""
_WHO_AND_WHERE = """
getpid 39 172, uname 63 160, getrlimit 97 163, sysinfo 99 179, getuid 102 174, getgid 104 176, geteuid 107 175,
getegid 108 177, getppid 110 173, getpgrp 111 -, getgroups 115 158, getresuid 118 148, getresgid 120 150,
getpgid 121 155, getsid 124 156, capget 125 90, gettid 186 178, getrandom 318 278"""
_DEPENDS = """
open 2 -, ioctl 16 29, clone 56 220, kill 62 129, fcntl 72 25, rt_sigqueueinfo 129 138, prctl 157 167, tkill 200 130,
tgkill 234 131, openat 257 56, rt_tgsigqueueinfo 297 240, prlimit64 302 261"""
_MISSING = "clone3 435 435, openat2 437 437"


def _read(table: str, machine: str) -> dict[str, int]:
    place = 1 + MACHINES.index(machine)
    rows = (row.split() for row in table.split(","))
    return {row[0]: int(row[place]) for row in rows if row[place] != "-"}


def harmless(machine: str) -> dict[str, int]:
    """The calls that reach nothing but the process itself and files that it has opened, or only look."""
    return _read(",".join((_FILES, _MEMORY, _OWN_SIGNALS, _TIME, _WAITING, _THREADS, _WHO_AND_WHERE)), machine)


def naming(machine: str) -> dict[str, int]:
    """The calls that make, rename and remove files and folders."""
    return _read(_NAMES, machine)


def depending(machine: str) -> dict[str, int]:
    """The calls that are harmless with some arguments only."""
    return _read(_DEPENDS, machine)


def replaced(machine: str) -> dict[str, int]:
    """The calls whose arguments no filter can see, and which a C library does without on an older kernel."""
    return _read(_MISSING, machine)


# The same on every machine: they were added after the numbers had been made alike.
LANDLOCK: Mapping[str, int] = MappingProxyType(
    {"landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446}
)

_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform != "win32" else None


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library.

    Args:
        name: of the function, such as `prctl`; `syscall` makes any call by its number.
        arguments: integers, handed over as long ones, which is what functions with any number of arguments want; or
            what `ctypes` takes as a pointer.

    Returns:
        What the function returns; never -1.

    Raises:
        OSError: with the `errno` that the function left; ENOSYS where there is no such function.
    """
    try:
        function = getattr(_LIBC, name)
    except AttributeError:
        raise OSError(errno.ENOSYS, f"this system has no {name}") from None
    ctypes.set_errno(0)
    result: int = function(*(ctypes.c_long(one) if isinstance(one, int) else one for one in arguments))
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
