"""Synthetic graphs: random documents of the schema cleanse-graph/1.

The same arguments produce the same document on every machine.
"""

import json
import random

WORDS = (
    "Text Word Line Page Report Invoice Order Customer Cache Token Session Image Colour Font Layout "
    "Queue Event Metric Audit Backup Search Index Route Policy Budget Ledger Tax Stock Parcel Courier"
).split()
ROLES = (
    "Store Reader Writer Parser Filter Formatter Validator Service Client Factory Source Rules "
    "Scheduler Encoder Loader Gateway"
).split()
# From the layer next to the application down to the one on which all others depend.
LAYERS = [
    "reports invoices orders search sessions courier events".split(),
    "billing catalog customers pricing parcels layout audit".split(),
    "stock tax images fonts ledger colours".split(),
    "cache tokens metrics words".split(),
]

# Text with a meaning in HTML, in scripts, in URLs or on a terminal.
HOSTILE = (
    "</script><img src=x onerror=\"window.hacked='attribute'\">'`${window.hacked='template'}"
    "<!--<script>window.hacked='comment'</script>\u2028]]>&lt;{{data}}\u202egnp.exe \u05e9\u05dc\u05d5\u05dd"
)
# The part of it that a manifest accepts.
PRINTABLE = HOSTILE.replace("\u2028", "").replace("\u202e", "")


class Document:
    """A graph document under construction."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.keys, self.files, self.modules = [], [], []
        self.bindings, self.plugins, self.names = [], [], set()
        self.key("App")

    @staticmethod
    def index(table, entry):
        if entry not in table:
            table.append(entry)
        return table.index(entry)

    def key(self, name):
        return self.index(self.keys, [f"made.{name}", name])

    def plugin(self, identifier, summary, findings=None, file=None):
        name = identifier.split(".")[-1]
        file = file or f"plugins/lib{name.title()}.so"
        description = {
            "file": file,
            "manifest": {
                "identifier": identifier, "version": f"1.{self.random.randint(0, 9)}.0",
                "summary": summary, "authors": ["Ann Example"], "module": f"{name.title()}Module",
                "contributes": ["Command"],
            },
            "stamp": {"abi": 1, "architecture": "x86_64", "language": "swift"},
            "neededLibraries": [],
        }
        plugin = {"file": file, "description": description}
        if findings:
            plugin |= {"rejected": True, "findings": findings}
        self.plugins.append(plugin)

    def reject_file(self, file):
        """A damaged file with any name: nothing but the name is known of it."""
        finding = {
            "code": "plugin/damaged-file", "severity": "error", "message": f"{file} is damaged",
            "notes": [{"message": HOSTILE}], "fix": HOSTILE,
        }
        self.plugins.append({"file": file, "rejected": True, "findings": [finding]})

    def bind(
            self, name, plugin=None, kind=None, scope=None, requests=(), file="HostComponent",
            signature=None):
        module = plugin.split(".")[-1].title() if plugin else "host"
        source = f"{module}/{file}.swift"
        binding = {
            "key": self.key(name), "kind": kind, "scope": scope, "plugin": plugin,
            "file": self.index(self.files, {"file": source, "path": f"/src/{source}"}),
            "line": self.random.randint(8, 240),
            "modules": [self.index(self.modules, f"{module}Module")] if plugin else None,
            "requests": [self.key(key) for key, _ in requests] or None,
            "forms": [form for _, form in requests] or None,
            "details": {"signature": signature} if signature else None,
        }
        self.bindings.append({name: value for name, value in binding.items() if value is not None})

    def name(self):
        """A unique type name."""
        while True:
            words = self.random.sample(WORDS, self.random.choice([1, 1, 2]))
            name = "".join(words) + self.random.choice(ROLES)
            name = f"any {name}" if self.random.random() < 0.25 else name
            if name not in self.names:
                self.names.add(name)
                return name

    def json(self):
        return json.dumps({
            "schema": "cleanse-graph/1",
            "components": [{"name": "HostComponent", "scope": "Singleton", "root": 0}],
            "keys": self.keys, "files": self.files, "modules": self.modules,
            "bindings": self.bindings, "plugins": self.plugins, "validators": [],
        })


def forms(document):
    return document.random.choice(["instance"] * 5 + ["provider", "function"])


def graph(plugins, bindings, seed=1, hostile=False):
    """An application with a number of plugins, each with a number of bindings, which depend on each other.

    One request has no binding, one plugin is rejected, and some bindings are never used.
    """
    document = Document(seed)
    document.bind("App", requests=[("any Command", "instance"), ("any Service", "provider")])
    document.bind("any Command", kind="declaration")
    document.bind("any Service", kind="declaration")
    layered = [(layer, name) for layer, names in enumerate(LAYERS) for name in names]
    # A share of each layer, the lowest first, so that a dependency exists before its dependents.
    step = len(layered) / plugins
    chosen = [layered[int(index * step)] for index in range(plugins)]
    offered = {}
    for index, (layer, name) in enumerate(reversed(chosen)):
        identifier = f"org.example.{name}"
        is_hostile = hostile and index == 1
        document.plugin(identifier, PRINTABLE if is_hostile else f"Everything about {name}")
        offered.setdefault(layer, []).append(fill(
            document, identifier, bindings, offered.get(layer + 1, []), index, is_hostile))
    finding = {
        "code": "plugin/unmet-requirement", "severity": "error",
        "message": "org.example.telegrams requires org.example.wires, which is not installed",
        "notes": [], "fix": "add org.example.wires of version 2.0.0 or newer",
    }
    document.plugin("org.example.telegrams", "Sends telegrams", findings=[finding])
    if hostile:
        document.reject_file(f"plugins/{HOSTILE}.so")
    return document.json()


#: A long identifier, and two that end alike.
LONG, *ALIKE = IDENTIFIERS = [
    "org.example.very.long.identifier.of.another.plugin.clocks", "org.example.words", "net.example.words",
]
#: Two C functions that make contributions.
FUNCTIONS = ["make_command", "make_the_command_" + "with_a_name_that_is_much_longer_than_its_box"]


def identifiers():
    """An application with plugins of various identifiers, each of which contributes in its own way.

    The first has contributions from C, the second one from Swift, the third two from the same module.
    """
    document = Document(1)
    document.bind("App", requests=[("any Command", "instance")])
    document.bind("any Command", kind="declaration")
    for number, identifier in enumerate(IDENTIFIERS):
        document.plugin(identifier, f"Commands of {identifier}", file=f"plugins/lib{number}.so")
    for function in FUNCTIONS:
        document.bind(
            "any Command", LONG, kind="contribution", file="form",
            signature=f"cleanse_command *{function}() throws")
    document.bind("any Command", ALIKE[0], kind="contribution", file="Count")
    for file in ("Sort", "Merge"):
        document.bind("any Command", ALIKE[1], kind="contribution", file=file)
    return document.json()


def fill(document, plugin, count, below, index, is_hostile):
    """Adds the bindings of one plugin, and returns those on which other plugins may depend."""
    random = document.random
    names = [document.name() for _ in range(count)]
    if is_hostile:
        names[-1] = f"Box<{HOSTILE}>"
    heads = ["any Command"] + (["any Service"] if count > 6 else [])
    width = max(3, count // 4)
    requests = {name: [] for name in names}
    for number, name in enumerate(names[len(heads):], len(heads)):
        # Each binding has one or two dependents among those before it, except for a few unused ones.
        above = names[:len(heads)] if number < width else names[number // width * width - width:number // width * width]
        for dependent in random.sample(above, min(len(above), random.choice([1, 1, 1, 2]))):
            if random.random() > 0.6 / count:
                requests[dependent].append((name, forms(document)))
    for number, name in enumerate(names):
        if below and random.random() < 2 / count:
            requests[name].append((random.choice(random.choice(below)), "instance"))
        if index == 2 and number == 1:
            requests[name].append(("any MailTransport", "instance"))
        head = heads[number] if number < len(heads) else None
        document.bind(
            head or name, plugin, kind="contribution" if head else None, requests=requests[name],
            scope="Singleton" if random.random() < 0.4 else None, file=random.choice(WORDS))
    return names[-width:]


def trace():
    """A trace of a start in which two plugins of `graph` were loaded, one of them ten times as long as the other."""
    return json.dumps({"traceEvents": [
        {"ph": "X", "name": f"load {name}", "cat": "load", "ts": start, "dur": duration, "pid": 1, "tid": 1,
         "args": {"subject": name, "plugin": f"org.example.{name}"}}
        for name, start, duration in (("reports", 0, 20_000), ("sessions", 30_000, 2_000))]})
