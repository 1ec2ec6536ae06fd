"""Plugins that share instances at random are served by `host serve --isolate`, and report which they see: plugins of one island see one
instance in one process, and those of different islands none in common. CLEANSE_TEST_SEED repeats a test. After a build of `host`:
/usr/bin/python3 -B -m unittest discover -s Tests/ServeTorture"""

import json
import os
import random
import socket
import subprocess
import unittest

from scene import HOST, Scene

SEED = os.environ.get("CLEANSE_TEST_SEED")
INSTANCE, BINDING = "instance", "binding"


def answer(port):
    """What a service reports: the processes in which its own and other bindings were created, and the instances by plugin."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        lines = [line.split() for line in connection.makefile().read().splitlines()]
    return ({int(line[1]) for line in lines if line[0] == "process"},
            {line[1]: (line[2], line[3]) for line in lines if line[0] == "instance"})


def components(names, uses):
    """The plugins that are connected, each set of them for each of its plugins."""
    found = {name: {name} for name in names}
    for name, used in uses.items():
        for other in used:
            joined = found[name] | found[other]
            for each in joined:
                found[each] = joined
    return found


class IdentityScene(Scene):
    """A host with plugins that use instances and bindings of others: by plugin, a kind of use for each other one."""

    def __init__(self, uses):
        super().__init__("identity", uses)
        for name, used in uses.items():
            self.write(name, used)
        self.start()

    def write(self, name, used):
        parameters, additions, requests = [], [], []
        for other, kind in {name: INSTANCE, **used}.items():
            if kind == INSTANCE:
                parameters.append(f", instance *{other}")
                additions.append(f'add(made, &size, "{other}", {other});')
                requests.append(f", instance_{other} *{other}")
            else:
                parameters.append(f", int64_t {other}")
                additions.append(f"add_process(made, &size, {other});")
                requests.append(f", int {other} @process.{other}")
        self.compile("identity.c", name, NAME=name, PARAMETERS="".join(parameters), ADDITIONS="\n  ".join(additions),
                     REQUESTS="".join(requests))

    def islands_in_graph(self):
        run = subprocess.run([HOST, "islands", "plugins", "--format", "json", *self.host.addresses], cwd=self.work, env=self.host.environment,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        return json.loads(run.stdout)


class IdentityTests(unittest.TestCase):
    def test_plugins_see_one_instance_exactly_if_they_are_in_one_island(self):
        seeds = [int(SEED)] if SEED else [random.SystemRandom().randrange(1 << 32) for _ in range(2)]
        for seed in seeds:
            with self.subTest(seed=seed):
                self.check(random.Random(seed))
        print(f"seeds {seeds}")

    def check(self, random):
        names = [f"p{number}" for number in range(random.randint(5, 9))]
        # No cycles.
        uses = {name: {other: random.choice((INSTANCE, BINDING)) for other in names[:index] if random.random() < 0.7 / len(names)}
                for index, name in enumerate(names)}
        scene = IdentityScene(uses)
        self.addCleanup(scene.end)
        workers = scene.ready()
        expected = components(names, uses)
        graph = {frozenset(plugin.removeprefix("org.example.") for plugin in island["plugins"])
                 for island in scene.islands_in_graph()["islands"] if island["plugins"]}
        self.assertEqual(graph, {frozenset(each) for each in expected.values()}, uses)
        answers = {name: answer(scene.ports[name]) for name in names}
        for one in names:
            self.assertEqual(len(answers[one][0]), 1, f"{one} has bindings of several processes")
            self.assertIn(next(iter(answers[one][0])), workers.values())
            for other in names:
                self.compare(one, other, answers, expected)

    def compare(self, one, other, answers, expected):
        (processes, instances), (other_processes, other_instances) = answers[one], answers[other]
        if other in expected[one]:
            self.assertEqual(processes, other_processes, f"{one} and {other} are in one island")
            for plugin in instances.keys() & other_instances.keys():
                self.assertEqual(instances[plugin], other_instances[plugin], f"{one} and {other} use one instance")
        else:
            self.assertNotEqual(processes, other_processes, f"{one} and {other} are in different islands")
            numbers, others = ({number for _, number in each.values()} for each in (instances, other_instances))
            self.assertFalse(numbers & others, f"{one} and {other} are in different islands")


if __name__ == "__main__":
    unittest.main()
