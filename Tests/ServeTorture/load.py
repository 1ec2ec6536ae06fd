"""Clients of the plugins: each answer names the process and the version."""

import dataclasses
import socket
import threading
import time


@dataclasses.dataclass(frozen=True)
class Answer:
    plugin: str
    process: int
    version: str
    sent: float  # When the connection was opened, or the line was sent over one that was open.
    came: float
    is_fresh: bool


@dataclasses.dataclass(frozen=True)
class Loss:
    """A request without an answer. The process is that which has accepted the connection; None if it is not known."""
    plugin: str
    process: int
    sent: float
    failed: float
    error: str


class Moved(Exception):
    """The server stops, and has not read the request: it belongs into another connection."""


class Connection:
    """A connection, whose server names itself first."""

    def __init__(self, port, patience):
        self.process = None
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.lines = self.socket.makefile("rb")
        self.read("HELLO", "0")

    def read(self, expected, number):
        line = self.lines.readline().decode(errors="replace").split()
        if not line:
            raise ConnectionError("closed")
        if line[0] == "BYE":
            raise Moved
        if len(line) != 5 or line[:2] != [expected, number]:
            raise ConnectionError(f"answered {line}")
        if self.process not in (None, int(line[2])):
            raise ConnectionError(f"another process answers: {line}")
        self.process, self.plugin, self.version = int(line[2]), line[3], line[4]

    def request(self, number):
        self.socket.sendall(f"{number}\n".encode())
        self.read("OK", str(number))

    def close(self):
        self.socket.close()


class Load:
    """Two clients for each plugin, one with fresh connections and one that keeps them, until `end`."""

    def __init__(self, ports, patience, pause=0.01):
        self.patience, self.pause = patience, pause
        self.lock = threading.Lock()
        self.answers, self.losses, self.count = [], [], 0
        self.is_ended = False
        self.threads = [threading.Thread(target=self.run, args=(plugin, port, is_fresh), daemon=True)
                        for plugin, port in ports.items() for is_fresh in (True, False)]
        for thread in self.threads:
            thread.start()

    def run(self, plugin, port, is_fresh):
        connection, number = None, 0
        while not self.is_ended:
            number += 1
            connection = self.request(plugin, port, connection, number, is_fresh)
            if connection and is_fresh:
                connection.close()
                connection = None
            time.sleep(self.pause)

    def request(self, plugin, port, connection, number, is_fresh):
        """Requests an answer, and returns the connection if it can be used again."""
        sent = time.monotonic()
        while True:
            process = connection.process if connection else None
            try:
                if not connection:
                    connection = Connection(port, self.patience)
                process = connection.process
                connection.request(number)
                self.add(self.answers, Answer(plugin, process, connection.version, sent, time.monotonic(), is_fresh))
                return connection
            except Moved:
                if connection:
                    connection.close()
                connection = None
            except OSError as error:
                self.add(self.losses, Loss(plugin, process, sent, time.monotonic(), str(error) or type(error).__name__))
                if connection:
                    connection.close()
                return None

    def add(self, items, item):
        with self.lock:
            items.append(item)
            self.count += 1

    def take(self):
        """The answers and losses since the last call."""
        with self.lock:
            taken = self.answers, self.losses
            self.answers, self.losses = [], []
        return taken

    def end(self):
        self.is_ended = True
        for thread in self.threads:
            thread.join(self.patience + 5)
