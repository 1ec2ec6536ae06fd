"""Reads bills of materials with CycloneDX's own library, which validates them, and prints what is wrong.

Arguments: the files. The library is in the environment of scripts/setup, and not in that of the other checks.
"""

import json
import sys
from pathlib import Path

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_6)


def faults(path):
    text = path.read_text()
    error = validator.validate_str(text)
    if error is not None:
        yield f"does not conform to the schema: {error}"
        return
    document = json.loads(text)
    bill = Bom.from_json(document)
    if len(bill.components) != len(document["components"]):
        yield f"has {len(document['components'])} components, of which {len(bill.components)} are different"
    # An unknown reference is an error.
    bill.validate()
    known = [document["metadata"]["component"]["bom-ref"], *(part["bom-ref"] for part in document["components"])]
    if sorted(known) != sorted({entry["ref"] for entry in document["dependencies"]}):
        yield "does not have the dependencies of each component once"
    for entry in document["dependencies"]:
        for name in {*entry["dependsOn"], *entry.get("provides", [])} - set(known):
            yield f"has a dependency on {name}, which is no component"


found = [f"{path}: {fault}" for path in map(Path, sys.argv[1:]) for fault in faults(path)]
print("\n".join(found))
sys.exit(bool(found))
