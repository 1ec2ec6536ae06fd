"""Graphs that nobody has written: documents of the schema cleanse-graph/1, made up at random.

The same arguments make the same document on every machine.
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
# From what applications see to what everything rests on.
LAYERS = [
    "reports invoices orders search sessions courier events".split(),
    "billing catalog customers pricing parcels layout audit".split(),
    "stock tax images fonts ledger colours".split(),
    "cache tokens metrics words".split(),
]

# Everything that means something to HTML, to scripts, to URLs or to a terminal.
HOSTILE = (
    "</script><img src=x onerror=\"window.hacked='attribute'\">'`${window.hacked='template'}"
    "<!--<script>window.hacked='comment'</script>\u2028]]>&lt;{{data}}\u202egnp.exe \u05e9\u05dc\u05d5\u05dd"
)
# What a manifest takes of that.
PRINTABLE = HOSTILE.replace("\u2028", "").replace("\u202e", "")


class Document:
    """A graph document that grows binding by binding."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.keys, self.files, self.modules = [], [], []
        self.bindings, self.plugins, self.names = [], [], set()
        self.key("App")

    @staticmethod
    def place(table, entry):
        if entry not in table:
            table.append(entry)
        return table.index(entry)

    def key(self, name):
        return self.place(self.keys, [f"made.{name}", name])

    def plugin(self, identifier, summary, findings=None):
        name = identifier.split(".")[-1]
        file = f"plugins/lib{name.title()}.so"
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
        """A file of any name that is no plugin: what can be read of it is its name."""
        finding = {
            "code": "plugin/damaged-file", "severity": "error", "message": f"{file} is damaged",
            "notes": [{"message": HOSTILE}], "fix": HOSTILE,
        }
        self.plugins.append({"file": file, "rejected": True, "findings": [finding]})

    def bind(self, name, plugin=None, kind=None, scope=None, requests=(), file="HostComponent"):
        module = plugin.split(".")[-1].title() if plugin else "host"
        source = f"{module}/{file}.swift"
        binding = {
            "key": self.key(name), "kind": kind, "scope": scope, "plugin": plugin,
            "file": self.place(self.files, {"file": source, "path": f"/src/{source}"}),
            "line": self.random.randint(8, 240),
            "modules": [self.place(self.modules, f"{module}Module")] if plugin else None,
            "requests": [self.key(key) for key, _ in requests] or None,
            "forms": [form for _, form in requests] or None,
        }
        self.bindings.append({name: value for name, value in binding.items() if value is not None})

    def name(self):
        """A name of a type that no other one has."""
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
    """An application with so many plugins of so many bindings each, which need some of each other.

    One request finds nothing, one plugin is rejected, and some bindings are asked for by nobody.
    """
    document = Document(seed)
    document.bind("App", requests=[("any Command", "instance"), ("any Service", "provider")])
    document.bind("any Command", kind="declaration")
    document.bind("any Service", kind="declaration")
    layered = [(layer, name) for layer, names in enumerate(LAYERS) for name in names]
    # Of each layer a share, the lowest first: what is below is known when somebody asks for it.
    step = len(layered) / plugins
    chosen = [layered[int(place * step)] for place in range(plugins)]
    offered = {}
    for place, (layer, name) in enumerate(reversed(chosen)):
        identifier = f"org.example.{name}"
        is_hostile = hostile and place == 1
        document.plugin(identifier, PRINTABLE if is_hostile else f"All that has to do with {name}")
        offered.setdefault(layer, []).append(fill(
            document, identifier, bindings, offered.get(layer + 1, []), place, is_hostile))
    finding = {
        "code": "plugin/missing-requirement", "severity": "error",
        "message": "org.example.telegrams needs org.example.wires, which is not there",
        "notes": [], "fix": "add org.example.wires of version 2.0.0 or newer",
    }
    document.plugin("org.example.telegrams", "Sends telegrams", findings=[finding])
    if hostile:
        document.reject_file(f"plugins/{HOSTILE}.so")
    return document.json()


def fill(document, plugin, count, below, place, is_hostile):
    """Binds what one plugin has, and returns what others may ask it for."""
    random = document.random
    names = [document.name() for _ in range(count)]
    if is_hostile:
        names[-1] = f"Box<{HOSTILE}>"
    heads = ["any Command"] + (["any Service"] if count > 6 else [])
    width = max(3, count // 4)
    requests = {name: [] for name in names}
    for number, name in enumerate(names[len(heads):], len(heads)):
        # Somebody above asks for it, mostly one, but for a few that nobody needs.
        above = names[:len(heads)] if number < width else names[number // width * width - width:number // width * width]
        for dependent in random.sample(above, min(len(above), random.choice([1, 1, 1, 2]))):
            if random.random() > 0.6 / count:
                requests[dependent].append((name, forms(document)))
    for number, name in enumerate(names):
        if below and random.random() < 2 / count:
            requests[name].append((random.choice(random.choice(below)), "instance"))
        if place == 2 and number == 1:
            requests[name].append(("any MailTransport", "instance"))
        head = heads[number] if number < len(heads) else None
        document.bind(
            head or name, plugin, kind="contribution" if head else None, requests=requests[name],
            scope="Singleton" if random.random() < 0.4 else None, file=random.choice(WORDS))
    return names[-width:]
