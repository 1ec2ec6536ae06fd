"""A `host serve --isolate` of a test, in a directory of its own."""

import argparse
import os
import pathlib
import shutil
import signal
import socket
import tempfile
import time

from host import Host, NoStatusError
from plugins import ROOT, compiled_library, filled

HOST = pathlib.Path(os.environ.get("CLEANSE_TEST_HOST", ROOT / ".build/debug/host")).absolute()
PATIENCE = 60


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(condition, what):
    """Waits until a condition has a result, and returns that. The other function says what is missing if it has none."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not in time: {what()}")
        time.sleep(0.02)
    return found


class Scene:
    """The directory, in which the plugins with these names listen on TCP ports, and its host."""

    def __init__(self, title, names):
        self.title = title
        self.work = pathlib.Path(tempfile.mkdtemp(prefix=f"cleanse-{title}-")).resolve()
        for name in ("plugins", "state", "orders"):
            (self.work / name).mkdir()
        self.ports = {name: free_port() for name in names}

    def compile(self, source, name, **words):
        """Compiles a plugin."""
        text = filled((pathlib.Path(__file__).parent / source).read_text(), words)
        shutil.copy(compiled_library(text, self.work / name), self.work / "plugins" / f"{name}.so")

    def start(self, *arguments):
        self.host = Host(argparse.Namespace(seed=self.title, host=HOST), self.work, self.ports, ["--isolate", *arguments])

    def islands(self):
        """The process of each island, once all serve; None before."""
        try:
            status = self.host.status()
        except NoStatusError:
            return None
        if status["state"] != "ready" or not status.get("islands") or any(each["state"] != "ready" for each in status["islands"]):
            return None
        return {each["island"]: each["worker"]["process"] for each in status["islands"]}

    def ready(self):
        return wait_for(self.islands, lambda: f"the islands serve; {self.host.log.read_text()[-3000:]}")

    def end(self):
        """Stops the host, which removes its files, and kills what it leaves."""
        self.host.process.terminate()
        try:
            self.host.process.wait(PATIENCE)
        finally:
            for process in self.host.processes():
                os.kill(process, signal.SIGKILL)
        self.host.output.close()
        shutil.rmtree(self.work)
