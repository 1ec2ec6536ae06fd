"""counts.py PRODUCTS [--record [--reason TEXT]]: counts what release programs do with fixed inputs, and compares the counts
with the reference. Started by `scripts/bench counts`, which builds the programs into the directory PRODUCTS."""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import reference
import rows
from measuring import Failure, Machine, copy, fixed_limits
from reference import KERNEL_ROWS, Reference, UnfitReference

HERE = Path(__file__).resolve().parent
FILE = HERE / "reference.json"
PROGRAMS = ["host", "count-plugins", "count-framework5", "count-framework6", "libCleanseRuntime.so"]


def output(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout.strip()


def environment():
    """What the counts depend on besides the sources."""
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    # libsodium chooses its functions by this one.
    vectors = " with AVX2" if flags and "avx2" in flags[1].split() else ""
    pages = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    huge = re.search(r"\[(\w+)\]", pages.read_text())[1] if pages.exists() else "none"
    libraries = {name: output("pkg-config", "--modversion", name) for name in ["libelf", "libffi", "libseccomp", "libsodium"]}
    return {
        "architecture": platform.machine() + vectors, "kernel": f"{platform.release()}, transparent huge pages: {huge}",
        "libc": output("getconf", "GNU_LIBC_VERSION"),
        "swift": re.search(r"\(([^)]+)\)", output("swift", "--version"))[1],
        "valgrind": output("valgrind", "--version"), **libraries,
    }


def prepare(machine, products):
    """Copies the programs and makes the plugins. The paths have the same lengths everywhere."""
    for program in PROGRAMS:
        # Valgrind 3.19 can't read all debug information.
        stripped = machine.work / "stripped"
        output("strip", "--strip-debug", "-o", str(stripped), str(products / program))
        copy(stripped, machine.work / program)
        stripped.unlink()
    machine.libraries.mkdir()
    for library in map(Path, re.findall(r"=> (/\S+)", output("ldd", str(machine.work / "host")))):
        if library.parent != machine.work:
            copy(library, machine.libraries / library.name)
    output("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", str(machine.preload), str(HERE / "same-machine.c"))
    made = products.parent / "bench" / "counted-plugins"
    made.parent.mkdir(exist_ok=True)
    output(str(HERE.parent / "ManyPlugins" / "make"), str(rows.SIZES[-1]), str(made))
    for size in rows.SIZES:
        directory = machine.work / f"plugins-{size:03}"
        directory.mkdir()
        os.link(machine.work / "libCleanseRuntime.so", directory / "libCleanseRuntime.so")
        for number in range(size):
            name = f"libBench{number:05}.so"
            copy(made / "plugins" / name, directory / name)
    functions = machine.work / "functions"
    functions.mkdir()
    output("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-I", str(HERE.parents[1] / "Sources/CCleansePlugin/include"),
           "-o", str(functions / "signatures.so"), str(HERE.parent / "ForeignPlugins" / "signatures.c"))
    for file in machine.work.rglob("*"):
        if file.is_file():
            machine.hold(file)
    # Of a file that was changed in the last three seconds, the host computes the digest.
    settled = os.stat(directory / f"libBench{rows.SIZES[-1] - 1:05}.so").st_ctime + 4
    while time.time() < settled:
        time.sleep(0.1)


def measure(products):
    """The counts of all rows, two programs at a time: counts do not depend on the load."""
    fixed_limits()
    with tempfile.TemporaryDirectory(prefix="cleanse-counts.", dir="/tmp") as work:
        machine = Machine(Path(work), Path(work) / "same-machine.so")
        prepare(machine, products)
        jobs = [(rows.framework, mode) for mode in [5, 6]] + [(rows.functions, rows.FUNCTIONS)]
        jobs += [(job, size) for size in rows.SIZES for job in [rows.in_process, rows.processes]]
        with ThreadPoolExecutor(2) as pool:
            # The longest first; the table is in the other order.
            results = [pool.submit(job, machine, argument) for job, argument in reversed(jobs)]
        return {name: count for result in reversed(results) for name, count in result.result().items()}


def table(counts, references):
    width = max(map(len, counts))
    print(f"{'':{width}} {'reference':>16} {'measured':>16} {'difference':>11}")
    for name, count in counts.items():
        row = references.get(name)
        known = f"{row.count:16,.1f} {count:16,.1f} {row.difference(count):+10.2f}%" if row else f"{'':16} {count:16,.1f}"
        print(f"{name:{width}} {known}")


def growth(counts):
    print("\nGrowth with the number of plugins, a further plugin (the last column is 1 if it is linear):")
    for name, (first, second) in rows.growth(counts):
        ratio = f"{second / first:8.2f}" if first else ""
        print(f"{name:55} {first:14,.1f} from 10 to 100, {second:14,.1f} from 100 to 400 {ratio}")


def record(counts, here, known, reason):
    """Writes the reference; returns the exit status."""
    if known is None or known.differences(here):
        rows_before = known.document["rows"] if known else None
        FILE.write_text(reference.text(Reference.first(here, counts, rows_before)))
        print(f"\nRecorded for this machine: {FILE}")
        return 0
    risen = known.risen(counts)
    if risen and not (reason or "").strip():
        print("\nNot recorded: these rows rise, and need a reason (--reason 'TEXT'):", *risen, sep="\n  ", file=sys.stderr)
        return 1
    FILE.write_text(reference.text({**known.recording(counts, reason), "environment": here}))
    print(f"\nRecorded: {FILE}")
    return 0


def compare(counts, known):
    """Prints what differs from the reference; returns the exit status."""
    for name in known.fallen(counts):
        print(f"lower: {name} by {-known.rows[name].difference(counts[name]):.2f} %; record it: scripts/bench counts --record")
    faults = known.unmatched(counts)
    faults += [f"higher: {name} by {known.rows[name].difference(counts[name]):.2f} %" for name in known.risen(counts)]
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench counts")
    parser.add_argument("products", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--record", action="store_true", help="write the counts as the new reference")
    parser.add_argument("--reason", metavar="TEXT", help="why the recorded rows rise")
    arguments = parser.parse_args()
    start = time.monotonic()
    known = Reference.read(FILE) if FILE.exists() else None
    here = environment()
    if not arguments.record:
        if known is None:
            raise UnfitReference(f"{FILE} is missing; write it: scripts/bench counts --record")
        differences = known.differences(here)
        if differences:
            print("not comparable with the reference:", *differences, sep="\n  ")
            return 0
    is_other_kernel = known is not None and not known.has_kernel(here)
    if is_other_kernel:
        print(f"page faults are not comparable: {known.environment.get('kernel')} in the reference, {here['kernel']} here")
        known = known.without_kernel_rows()
    counts = measure(arguments.products)
    table(counts, known.rows if known else {})
    growth(counts)
    print(f"\n{len(counts)} rows in {time.monotonic() - start:.0f} s")
    if arguments.record:
        return record(counts, here, known, arguments.reason)
    return compare({name: count for name, count in counts.items() if not (is_other_kernel and KERNEL_ROWS in name)}, known)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, UnfitReference) as error:
        sys.exit(f"scripts/bench counts: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"scripts/bench counts: {error}\n{error.stderr}")
