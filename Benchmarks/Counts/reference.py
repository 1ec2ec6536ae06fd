"""The reference of the counts, and the comparison with it."""

import json
from dataclasses import dataclass

# The difference from the reference that is reported, unless the file sets another one for the row.
TOLERANCE = 3.0
# Page faults also depend on the kernel, which is a part of the environment for them alone.
KERNEL_ROWS = ": page faults"


class UnfitReference(Exception):
    """The file can't be compared with; the message says why."""


@dataclass
class Row:
    """A row of the file: its recorded counts, the last of which is the reference."""

    recorded: list
    tolerance: float = TOLERANCE

    @property
    def count(self):
        return self.recorded[-1]["count"]

    def difference(self, count):
        """The difference from the reference in percent."""
        if count == self.count:
            return 0.0
        return (count - self.count) * 100 / self.count if self.count else float("inf")

    def has_risen(self, count):
        return self.difference(count) > self.tolerance

    def has_fallen(self, count):
        return self.difference(count) < -self.tolerance

    def unexplained(self):
        """The recorded counts that are larger than their predecessors and have no reason."""
        pairs = zip(self.recorded, self.recorded[1:])
        return [new for old, new in pairs if new["count"] > old["count"] and not new.get("reason", "").strip()]


class Reference:
    """The counts under version control, and the machine that they were recorded on."""

    def __init__(self, document):
        self.document = document
        self.environment = document["environment"]
        self.rows = {name: Reference.row(name, entry) for name, entry in document["rows"].items()}

    @staticmethod
    def row(name, entry):
        if not entry["recorded"]:
            raise UnfitReference(f"{name}: `recorded` is empty")
        if "tolerance" in entry and not entry.get("toleranceReason", "").strip():
            raise UnfitReference(f"{name}: `tolerance` requires a `toleranceReason`")
        row = Row(entry["recorded"], entry.get("tolerance", TOLERANCE))
        for risen in row.unexplained():
            raise UnfitReference(f"{name}: the count {risen['count']:,} is larger than the one before, and has no `reason`")
        return row

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            return Reference(json.load(file))

    def differences(self, environment):
        """What differs between the environment of the reference and this one, as lines."""
        names = sorted({*self.environment, *environment} - {"kernel"})
        pairs = [(name, self.environment.get(name), environment.get(name)) for name in names]
        return [f"{name}: {there or 'none'} in the reference, {here or 'none'} here"
                for name, there, here in pairs if there != here]

    def has_kernel(self, environment):
        return self.environment.get("kernel") == environment.get("kernel")

    def without_kernel_rows(self):
        rows = {name: entry for name, entry in self.document["rows"].items() if KERNEL_ROWS not in name}
        return Reference({**self.document, "rows": rows})

    def unmatched(self, counts):
        """The rows that only the reference or only the measurement has, as lines."""
        return ([f"{name}: in the reference, but not measured" for name in self.rows if name not in counts]
                + [f"{name}: measured, but not in the reference" for name in counts if name not in self.rows])

    def risen(self, counts):
        return [name for name, count in counts.items() if name in self.rows and self.rows[name].has_risen(count)]

    def fallen(self, counts):
        return [name for name, count in counts.items() if name in self.rows and self.rows[name].has_fallen(count)]

    def recording(self, counts, reason):
        """The document with the counts as the reference. A row keeps its reference while it is within its tolerance, so
        that it can't rise in small steps without a reason."""
        rows = {}
        for name, count in counts.items():
            entry = dict(self.document["rows"].get(name, {"recorded": []}))
            row = self.rows.get(name)
            if row is None or row.has_fallen(count):
                entry["recorded"] = entry["recorded"] + [{"count": count}]
            elif row.has_risen(count):
                entry["recorded"] = entry["recorded"] + [{"count": count, "reason": reason}]
            rows[name] = entry
        return {"environment": self.environment, "rows": rows}

    @staticmethod
    def first(environment, counts, rows=None):
        """The document of an environment that there is no reference for. Tolerances of earlier rows are kept."""
        def entry(name):
            earlier = (rows or {}).get(name, {})
            return {**{key: value for key, value in earlier.items() if key != "recorded"},
                    "recorded": [{"count": counts[name]}]}

        return {"environment": environment, "rows": {name: entry(name) for name in counts}}


def text(document):
    """The document with a line for each recorded count, so that a difference shows what has changed."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def row(name, entry):
        settings = "".join(f"{line(key)}: {line(value)}, " for key, value in entry.items() if key != "recorded")
        recorded = ",\n".join(f"      {line(count)}" for count in entry["recorded"])
        return f'    {line(name)}: {{{settings}"recorded": [\n{recorded}\n    ]}}'

    environment = json.dumps(document["environment"], indent=2, ensure_ascii=False).replace("\n", "\n  ")
    rows = ",\n".join(row(name, entry) for name, entry in document["rows"].items())
    return f'{{\n  "environment": {environment},\n  "rows": {{\n{rows}\n  }}\n}}\n'
