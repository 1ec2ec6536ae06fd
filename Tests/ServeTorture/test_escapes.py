"""Tests of what a malicious island can do to others: /usr/bin/python3 -B -m unittest discover -s Tests/ServeTorture, after a build of
`host`."""

import ctypes
import json
import os
import pathlib
import socket
import unittest
from unittest.mock import patch

from host import is_running
from scene import PATIENCE, Scene

SECRET_OPTION = ', "key": {"type": "string", "secret": true, "default": "", "summary": "A key"}'
# landlock_create_ruleset(2), which reports the version of Landlock; from 6 on, signals are confined.
CREATE_RULESET, GET_VERSION = 444, 1
CONFINES = ctypes.CDLL(None).syscall(CREATE_RULESET, None, ctypes.c_size_t(0), GET_VERSION) >= 6


class EscapeScene(Scene):
    """A host with the islands `evil` and `victim`; the latter has a plugin with a TCP socket, and one with a Unix socket."""

    def __init__(self, is_confined, start=""):
        super().__init__("escapes", ("evil", "victim"))
        for name in ("evil", "victim"):
            (self.work / name).mkdir()
        self.secrets = [self.work / name for name in ("victim/secret", "victim-option", "other-option")]
        for file in self.secrets:
            file.write_text("a secret of the victim\n")
            file.chmod(0o600)
        self.unix = self.work / "other.sock"
        self.compile("escapes.c", "evil", PLACE=str(self.work / "evil"), START=start)
        for name in ("victim", "other"):
            self.compile("server.c", name, NAME=name, ORDERS=str(self.work / "orders"), OPTIONS=SECRET_OPTION, START="",
                         REGISTRATION="")
        islands = {"evil": {"plugins": ["org.example.evil"]}, "victim": {"plugins": ["org.example.victim", "org.example.other"]}}
        settings = {"islands": islands, "plugins": {"org.example.victim": {"options": {"key": {"file": str(self.secrets[1])}}}}}
        if is_confined:
            settings["permissions"] = {}
            for name in islands:
                # With a port that nobody uses here: with none, there would be no socket to try others with.
                islands[name]["permissions"] = {"write": [str(self.work / name)], "ports": {"connect": [443]}}
        (self.work / "host.json").write_text(json.dumps(settings))
        with patch.dict(os.environ, CLEANSE_OPTION_ORG_EXAMPLE_OTHER__KEY_FILE=str(self.secrets[2])):
            self.start("--set", f"org.example.other.listen=unix:{self.unix}")

    def attempts(self, targets):
        """Has the malicious plugin try its attempts on these. Returns the error of each; 0 for a success."""
        (self.work / "evil/targets").write_text("".join(f"{kind} {target}\n" for kind, target in targets))
        with socket.create_connection(("127.0.0.1", self.ports["evil"]), timeout=PATIENCE) as connection:
            # It ends with the attempts. They may have sent something to it.
            while connection.recv(4096):
                pass
        lines = [line.rsplit(" ", 1) for line in (self.work / "evil/results").read_text().splitlines()]
        return {attempt: int(error) for attempt, error in lines}


class EscapeTests(unittest.TestCase):
    def scene(self, *arguments):
        scene = EscapeScene(*arguments)
        self.addCleanup(scene.end)
        return scene

    def targets(self, scene, islands):
        """All that belongs to the victim or to the supervisor."""
        control = scene.work / "control"
        state = [path for path in (scene.work / "state").rglob("*")]
        return ([("process", islands["victim"]), ("process", scene.host.process.pid), ("port", scene.ports["victim"]),
                 ("socket", scene.unix), ("socket", control), ("listener", f"127.0.0.1:{scene.ports['victim']}"),
                 ("listener", f"unix:{scene.unix}")]
                + [("file", path) for path in [*scene.secrets, control, scene.unix, scene.work / "host.json", *state]])

    @unittest.skipUnless(CONFINES, "the system does not confine processes")
    def test_a_confined_island_reaches_no_other_one(self):
        scene = self.scene(True)
        islands = scene.ready()
        attempts = scene.attempts(self.targets(scene, islands))
        self.assertGreater(len(attempts), 150)
        copies = next((scene.work / "state").iterdir()) / "1/files"
        def is_allowed(attempt):
            """Whether it is what Documentation/Sandbox.md allows, or learns only that a process exists."""
            kind, target = attempt.split(" ", 1)
            return (kind == "pidfd" or attempt == f"read {scene.work}/host.json"
                    or kind in ("read", "list") and pathlib.Path(target).is_relative_to(copies))
        self.assertEqual([name for name, error in attempts.items() if error == 0 and not is_allowed(name)], [])
        self.assertEqual(scene.islands(), islands)

    def test_without_permissions_the_same_attempts_succeed(self):
        scene = self.scene(False)
        attempts = scene.attempts(self.targets(scene, scene.ready()))
        succeeded = {name.split(" ", 1)[0] for name, error in attempts.items() if error == 0}
        # Others may be forbidden to all users, such as tracing.
        self.assertLessEqual({"read", "write", "list", "link", "rename", "change-mode", "connect", "signal", "set-priority",
                              "take-listener"}, succeeded)

    def test_an_island_can_not_report_islands(self):
        # Failed before: an island that was starting replaced all others by those of its own reports.
        island = {"name": "forged", "plugins": ["org.example.evil"], "limits": {}, "digest": "forged"}
        reports = {"island": {"_0": island, "description": "{}"}}, {"divided": {}}
        messages = [json.dumps({"report": {"_0": report}}, separators=(",", ":")) for report in reports]
        scene = self.scene(False, "".join(f"try_message({json.dumps(message)});" for message in messages))
        islands = scene.ready()
        self.assertEqual(set(islands), {"evil", "victim"})
        self.assertTrue(all(map(is_running, islands.values())))


if __name__ == "__main__":
    unittest.main()
