"""The schemas of Documentation/schemas."""

import json
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
DIRECTORY = ROOT / "Documentation" / "schemas"
SUFFIX = ".schema.json"
# Definitions that the other schemas refer to; there is no document of this schema.
SHARED = "common"


def read(path):
    """The JSON value of a file; a member that appears twice is an error."""

    def members(pairs):
        names = [name for name, _ in pairs]
        if len(names) != len(set(names)):
            raise ValueError(f"{path}: a member appears twice: {names}")
        return dict(pairs)

    return json.loads(Path(path).read_text(), object_pairs_hook=members)


class Schemas:
    def __init__(self):
        self.all = {
            path.name.removesuffix(SUFFIX): read(path)
            for path in sorted(DIRECTORY.glob("*" + SUFFIX))
        }
        store = {name + SUFFIX: schema for name, schema in self.all.items()}
        try:
            from referencing import Registry, Resource

            registry = Registry().with_resources(
                (name, Resource.from_contents(schema)) for name, schema in store.items()
            )
            options = lambda schema: {"registry": registry}
        except ImportError:  # jsonschema before 4.18
            options = lambda schema: {
                "resolver": jsonschema.RefResolver(schema["$id"], schema, store=store)
            }
        self.validators = {
            name: jsonschema.Draft202012Validator(schema, **options(schema))
            for name, schema in self.all.items()
        }

    def faults(self, name, document):
        """The reasons why a document does not conform to a schema, each with its location."""
        return [
            f"{error.json_path}: {error.message[:300]}"
            for error in self.validators[name].iter_errors(document)
        ]

    def defects(self):
        """What is wrong with the schemas themselves."""
        for name, schema in self.all.items():
            try:
                jsonschema.Draft202012Validator.check_schema(schema)
            except jsonschema.SchemaError as error:
                yield f"{name}: {error.json_path}: {error.message}"
            if schema.get("$id") != name + SUFFIX or not schema.get("title"):
                yield f"{name}: the $id is not the name of the file, or there is no title"
            yield from self.undescribed(name, schema, name)

    def undescribed(self, name, schema, path):
        """The members and lists of members without a description, and dangling references."""
        if isinstance(schema, list):
            for index, element in enumerate(schema):
                yield from self.undescribed(name, element, f"{path}[{index}]")
        if not isinstance(schema, dict):
            return
        for key, member in schema.items():
            if key == "$ref" and self.target(name, member) is None:
                yield f"{path}: nothing is at {member}"
            # Conditions only restrict members that are described elsewhere.
            if key in ("if", "then", "else", "allOf", "oneOf"):
                continue
            if key == "properties":
                if schema.get("additionalProperties") is None:
                    yield f"{path}: accepts unknown members"
                for property, value in member.items():
                    if not self.described(name, value):
                        yield f"{path}.{property}: has no description"
            yield from self.undescribed(name, member, f"{path}.{key}")

    def described(self, name, schema):
        if "description" in schema:
            return True
        target = self.target(name, schema.get("$ref", ""))
        return target is not None and self.described(*target)

    def target(self, name, reference):
        """The schema that a reference names, with the name of the file that contains it; None if there is none."""
        file, _, pointer = reference.partition("#/")
        name = file.removesuffix(SUFFIX) or name
        schema = self.all.get(name)
        for part in filter(None, pointer.split("/")):
            schema = schema.get(part) if isinstance(schema, dict) else None
        return None if schema is None else (name, schema)
