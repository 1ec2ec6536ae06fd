"""What the runs of `torture` and `islands` share: a host under load, which is compared with expectations, and must leave nothing."""

import argparse
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from host import MEMORY_GROWTH


class Run:
    """A run in a directory of its own. A subclass starts its `host`, and the `load`."""

    def __init__(self, options, work, names):
        self.options, self.work, self.names = options, work, names
        self.random, self.port_random = random.Random(options.seed), random.Random()
        self.started = time.monotonic()
        self.violations, self.rounds, self.counts, self.action = 0, 0, {}, "start"
        (work / "orders").mkdir()
        (work / "state").mkdir()

    def free_ports(self):
        """Ports that the system does not use for the clients. Which are free does not depend on the seed."""
        ports = {}
        for name in self.names:
            while name not in ports:
                port = self.port_random.randrange(20000, 30000)
                with socket.socket() as tried:
                    try:
                        tried.bind(("127.0.0.1", port))
                    except OSError:
                        continue
                if port not in ports.values():
                    ports[name] = port
        return ports

    def order(self, process, name, order):
        """Has the service of a plugin do something, if it runs in this process."""
        new = self.work / "orders" / "new"
        new.write_text(f"{process} {order}\n")
        new.rename(self.work / "orders" / name)

    def violation(self, text):
        self.violations += 1
        print(f"violation after {time.monotonic() - self.started:.2f} s, in round {self.rounds} ({self.action}): {text}\n"
              f"  seed {self.options.seed}, log {self.host.log}", flush=True)

    def begin_round(self, action):
        self.rounds += 1
        self.action = action
        if self.options.verbose:
            print(f"{time.monotonic() - self.started:.2f} s: round {self.rounds}: {action}", flush=True)

    def count(self, action):
        self.counts[action] = self.counts.get(action, 0) + 1

    def usage(self):
        """The memory and the descriptors of the supervisor when no worker starts or stops: the least of some."""
        memory, descriptors = [], []
        for _ in range(20):
            memory.append(self.host.memory())
            sockets, others = self.host.descriptors()
            if len(sockets) > len(self.names):
                self.violation(f"the supervisor has more sockets than plugins: {sockets}")
            descriptors.append(others)
            time.sleep(0.1)
        return min(memory), min(descriptors, key=len)

    def check_usage(self, before, after):
        print(f"supervisor: {before[0] >> 10} KiB and {len(before[1])} descriptors after some rounds, "
              f"{after[0] >> 10} KiB and {len(after[1])} at the end")
        if after[0] > before[0] + MEMORY_GROWTH:
            self.violation(f"the memory of the supervisor has grown from {before[0]} to {after[0]} bytes")
        if len(after[1]) > len(before[1]):
            self.violation(f"the supervisor has the descriptors {after[1]} instead of {before[1]}")

    def end(self, before):
        """Stops the host, which must not have ended before, and must leave nothing.

        Before is the usage of the supervisor after some rounds; None if it is not known."""
        if self.host.process.poll() is not None:
            self.violation(f"the host has ended with status {self.host.process.returncode}")
        self.action = "end"
        if self.host.process.poll() is None:
            if before:
                self.check_usage(before, self.usage())
            self.load.end()
            self.judge()
            self.host.process.terminate()
            try:
                if self.host.process.wait(60) != 0:
                    self.violation(f"the host has ended with status {self.host.process.returncode}")
            except subprocess.TimeoutExpired:
                self.violation("the host does not end")
                self.host.process.kill()
        deadline = time.monotonic() + 5
        while self.host.processes() and time.monotonic() < deadline:
            time.sleep(0.05)
        for process in self.host.processes():
            self.violation(f"the process {process} is left")
            os.kill(process, signal.SIGKILL)
        left = os.listdir(self.work / "state")
        if left:
            self.violation(f"the state directory has {left}")


def perform(kind, program, wrong, more_options=()):
    """Parses the arguments of a program, and performs its run. Wrong is an option that has to make it fail, with its choices and its
    meaning."""
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("--host", required=True, type=pathlib.Path)
    for name in more_options:
        parser.add_argument(name, required=True)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument(wrong[0], dest="wrong", choices=wrong[1], help=wrong[2])
    parser.add_argument("--verbose", action="store_true", help="print each disturbance")
    parser.add_argument("--keep", action="store_true", help="keep the directory of the run, with the log")
    options = parser.parse_args()
    options.host = options.host.absolute()
    print(f"seed {options.seed}", flush=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="cleanse-torture-"))
    run = kind(options, work)
    try:
        run.run()
    except Exception:
        print(f"the end of {run.host.log}; the host's status: {run.host.process.poll()}",
              *run.host.log.read_text(errors="replace").splitlines()[-25:], sep="\n  ", flush=True)
        raise
    finally:
        for process in run.host.processes():
            os.kill(process, signal.SIGKILL)
    print(f"{run.rounds} rounds, {run.load.count} requests, {run.violations} violations: "
          + ", ".join(f"{name} {count}" for name, count in sorted(run.counts.items())))
    if run.violations:
        # Nothing of a violation that was expected is of use.
        if options.wrong:
            shutil.rmtree(work)
        sys.exit(1)
    if options.keep:
        return print(f"kept: {work}")
    shutil.rmtree(work)
