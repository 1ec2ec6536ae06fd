"""The plugin files of the torture, each compiled once for each fault."""

import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).parents[2]
STARTS = {"crashing": "crash();", "endless": "for (;;) pause();", "missing": "missing_function();"}
REGISTRATIONS = {"invalid": 'CLEANSE_BIND("oops", run, 0);', "crashing-configure": "crash();"}
PLACEHOLDER = b"VERSION-0000000000"


def filled(source, words):
    """The source with these words instead of those between @."""
    for word, value in words.items():
        source = source.replace(f"@{word}@", value)
    return source


def compiled_library(text, path):
    """Compiles a source, and returns the path of the library."""
    path.with_suffix(".c").write_text(text)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wno-unused-function", "-pthread",
                    "-I", ROOT / "Sources/CCleansePlugin/include", "-I", pathlib.Path(__file__).parent,
                    "-o", path.with_suffix(".so"), path.with_suffix(".c")], check=True)
    return path.with_suffix(".so")


class Plugins:
    def __init__(self, names, work, orders, compiled=("good", *STARTS, *REGISTRATIONS)):
        self.folder = work / "plugins"
        self.work = work
        self.number = 0
        self.folder.mkdir()
        source = (pathlib.Path(__file__).parent / "server.c").read_text()
        def compile_one(key):
            name, kind = key
            text = filled(source, {
                "NAME": name, "ORDERS": str(orders), "OPTIONS": "", "START": STARTS.get(kind, ""),
                "REGISTRATION": REGISTRATIONS.get(kind, "")})
            return self.compiled(text, work / f"{name}-{kind}")

        keys = [(name, kind) for name in names for kind in compiled]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.images = dict(zip(keys, pool.map(compile_one, keys)))

    @staticmethod
    def compiled(text, path):
        image = compiled_library(text, path).read_bytes()
        if image.count(PLACEHOLDER) != 1:
            raise ValueError(f"{path} has no version, or several")
        return image

    def next_version(self):
        self.number += 1
        return f"VERSION-{self.number:010}"

    def write(self, name, kind, version, in_place):
        """Replaces the file of a plugin: by another one, or, as `cp` does, its contents."""
        image = self.images[name, kind if (name, kind) in self.images else "good"].replace(PLACEHOLDER, version.encode())
        if kind == "truncated":
            image = image[:len(image) // 2]
        elif kind == "garbage":
            image = b"not a library: " + version.encode()
        path = self.folder / f"{name}.so"
        written = path if in_place else self.work / "new.so"
        written.write_bytes(image)
        os.chmod(written, 0o644)
        if not in_place:
            written.rename(path)
