"""A running `host serve`, and its limits."""

import json
import os
import pathlib
import re
import select
import subprocess

NAMES = ("a", "b", "c")
MARKER = "CLEANSE_TORTURE"
HANG_TIME, READY_TIME, CRASH_TIME = 4, 12, 20
# How long a start may take on a busy machine, less than a reload that fails; and how long a request may wait beside that.
START_TIME, WAIT_TIME = 9, 3
MEMORY_GROWTH, MEMORY_LIMIT = 8 << 20, "200M"
# The state of a TCP socket in /proc/net/tcp.
LISTEN = "0A"


class NoStatusError(Exception):
    """`host status` has reported nothing."""


class Host:
    """A running `host serve`."""

    def __init__(self, options, work, ports, more_arguments=()):
        self.work, self.log = work, work / "log"
        self.marker = f"{options.seed}-{os.getpid()}"
        self.environment = {**os.environ, MARKER: self.marker, "XDG_CACHE_HOME": str(work / "cache"), "SWIFT_BACKTRACE": "enable=no"}
        arguments = [
            options.host, "serve", "plugins", "--control", "control", "--state-directory", "state",
            "--hang-time", HANG_TIME, "--ready-time", READY_TIME, "--recycle-above", MEMORY_LIMIT, *more_arguments]
        # Those of other commands, too: two plugins can't have one address.
        self.addresses = [word for name, port in ports.items() for word in ("--set", f"org.example.{name}.listen=127.0.0.1:{port}")]
        arguments += self.addresses
        self.host, self.output = options.host, self.log.open("w")
        self.process = subprocess.Popen(
            list(map(str, arguments)), cwd=work, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=self.output, stderr=subprocess.STDOUT)

    def reload(self):
        """Returns whether it has succeeded; None if the command has failed otherwise."""
        run = subprocess.run([self.host, "reload", "--control", "control"], cwd=self.work, env=self.environment,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        return {0: True, 1: False}.get(run.returncode)

    def status(self):
        """What `host status` reports."""
        run = subprocess.run([self.host, "status", "--control", "control", "--format", "json"], cwd=self.work,
                             env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        if not run.stdout:
            raise NoStatusError(f"host status has ended with {run.returncode}: {run.stderr.strip()}")
        return json.loads(run.stdout)

    def processes(self):
        """All that it has started and that run."""
        found, entry = set(), f"{MARKER}={self.marker}".encode()
        for folder in pathlib.Path("/proc").iterdir():
            try:
                # A zombie has no environment.
                if folder.name.isdigit() and entry in (folder / "environ").read_bytes().split(b"\0"):
                    found.add(int(folder.name))
            except OSError:
                pass
        return found

    def children(self):
        """The workers, and the processes that report how others have ended."""
        text = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return set(map(int, text.split()))

    def memory(self):
        """The supervisor's own memory in bytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(map(int, re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))) << 10

    @staticmethod
    def listening(table):
        """The listening sockets, which are the first ones of the table. Thousands of connections may follow that have ended."""
        found = set()
        with table.open() as lines:
            next(lines)
            for line in lines:
                fields = line.split()
                if fields[3] != LISTEN:
                    break
                found.add(f"socket:[{fields[9]}]")
        return found

    def descriptors(self):
        """What the supervisor's descriptors are open on: those of plugins' sockets, and all others. A plugin that is left out
        has no socket, so only the others are always as many."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        listening = self.listening(folder / "net/tcp")
        found = ([], [])
        for entry in sorted((folder / "fd").iterdir(), key=lambda entry: int(entry.name)):
            try:
                target = os.readlink(entry)
            except FileNotFoundError:
                continue
            found[target not in listening].append(f"{entry.name} {target}")
        return found


def has_ended(process, patience):
    """Waits for the end of a process. Returns whether it has ended in time."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], max(patience, 0))[0])
    finally:
        os.close(handle)


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
