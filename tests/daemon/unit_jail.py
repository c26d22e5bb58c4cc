# SPDX-License-Identifier: MIT
"""Runs a program under the system calls, and without the capabilities, that our unit leaves it: unit_jail.py UNIT
PROGRAM…, or `clock` in place of a program: asks the kernel whether its clock is synchronised, and may not set it."""
import ctypes
import errno
import os
import re
import struct
import subprocess
import sys

HEADER = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
NO_NEW_PRIVS, SET_SECCOMP, DROP_BOUND, FILTER, CAPS = 38, 22, 24, 2, 41
ALLOW, DENY = 0x7FFF0000, 0x00050000 | errno.EPERM
libc = ctypes.CDLL("libc.so.6", use_errno=True)


def calls(name):
    """The names behind @set, or the call itself."""
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    words = [line.strip() for line in said.stdout.splitlines()[1:] if line.startswith("    ")]
    return set().union(*(calls(word) for word in words if word and not word.startswith("#")))


def allowed(unit):
    """As systemd reads the lines, one after the other."""
    found = set()
    for line in re.findall(r"(?m)^SystemCallFilter=(.*)$", open(unit, encoding="utf-8").read()):
        listed = set().union(*(calls(word) for word in line.lstrip("~").split()))
        found = found - listed if line.startswith("~") else found | listed
    return found


def shut(names):
    numbers = dict(re.findall(r"#define __NR_(\w+) (\d+)", open(HEADER, encoding="ascii").read()))
    steps = [(0x20, 0, 0, 0)]  # the call's number
    for number in sorted(int(numbers[name]) for name in names if name in numbers):
        steps += [(0x15, 0, 1, number), (0x06, 0, 0, ALLOW)]
    steps.append((0x06, 0, 0, DENY))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    for capability in range(CAPS):
        libc.prctl(DROP_BOUND, capability, 0, 0, 0)
    if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, program, 0, 0):
        sys.exit("no filter: " + os.strerror(ctypes.get_errno()))


def ask(modes):
    clock = ctypes.create_string_buffer(struct.pack("=I", modes), 512)
    return "refused" if libc.clock_adjtime(0, clock) < 0 else "told"


def main(unit, *words):
    names = allowed(unit)
    shut(names)
    if words != ("clock",):
        os.execv(words[0], words)
    now = ctypes.create_string_buffer(16)
    libc.clock_gettime(0, now)
    print(f"{len(names)} calls; clock {ask(0)}; set {'no' if libc.clock_settime(0, now) < 0 else 'yes'}")


main(*sys.argv[1:])
