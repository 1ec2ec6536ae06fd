"""The rows that are counted."""

from measuring import Failure
from reference import KERNEL_ROWS

SIZES = [10, 100, 400]
COMMAND = ["--", "measure-Bench00000"]
# As many as ForeignPlugins/signatures.c has.
FUNCTIONS = 5000
# Valgrind does not know the system calls of the sandbox. One row has it.
UNCONFINED = ["--sandbox", "off"]


def framework(machine, mode):
    """The framework in a program of a Swift language mode."""
    program = machine.work / f"count-framework{mode}"
    output, counts = machine.instructions(program, "instructions")
    names = [line.split("\t") for line in output.splitlines()]
    if len(names) != len(counts):
        raise Failure(f"{len(counts)} counts for {len(names)} rows:\n{output}")
    rows = {f"{name}: instructions, Swift {mode}": count / int(operations)
            for (name, operations), count in zip(names, counts)}
    for line in machine.run(program, "bytes")[0].splitlines():
        name, operations, count = line.split("\t")
        rows[f"{name}: bytes, Swift {mode}"] = int(count) / int(operations)
    return rows


def in_process(machine, size):
    """The commands of a host in one process, and the loading of all plugins into it."""
    program, plugins, cache = machine.work / "count-plugins", machine.work / f"plugins-{size:03}", f"cache-a-{size:03}"

    def instructions(*arguments, **options):
        return sum(machine.instructions(program, *arguments, cache=cache, **options)[1])

    # Valgrind can't wait for the processes that probe plugins, so their outcomes are cached first.
    machine.run(program, "validate", *UNCONFINED, plugins, cache=cache)
    machine.run(program, "run", *UNCONFINED, plugins, *COMMAND, cache=cache)
    rows = {
        "list": instructions("list", plugins),
        "validate with a full cache": instructions("validate", *UNCONFINED, plugins),
        "run a command": instructions("run", *UNCONFINED, plugins, *COMMAND, traced=True),
        "load and configure in process": instructions("load", plugins),
    }
    if size == SIZES[0]:
        rows["probe a plugin in process"] = instructions("probe", "--in-process", plugins / "libBench00000.so")
    return {f"{name}: instructions, {size} plugins": count for name, count in rows.items()}


def functions(machine, count):
    """The entry point of a plugin that registers so many functions in C."""
    _, counts = machine.instructions(machine.work / "count-plugins", "load", machine.work / "functions", cache="cache-functions",
                                     counted="cleanse_plugin_configure")
    return {"register a function in C: instructions": sum(counts) / count}


def processes(machine, size):
    """The commands of a host with all its processes."""
    program, plugins = machine.work / "host", machine.work / f"plugins-{size:03}"
    caches = {"calls": f"cache-b-{size:03}", "faults": f"cache-c-{size:03}"}
    rows = {}
    validate = ["validate", *UNCONFINED, plugins]
    commands = [
        ("list", ["list", plugins]), ("validate without a cache", validate), ("validate with a full cache", validate),
        ("run a command", ["run", *UNCONFINED, plugins, *COMMAND]),
    ]
    if size == SIZES[0]:
        commands.append(("validate in the sandbox", ["validate", "--no-cache", plugins]))
    for name, arguments in commands:
        if name == "run a command":
            # The first run finds out which plugins the command needs.
            machine.run(program, *arguments, cache=caches["calls"])
            machine.faults(program, *arguments, cache=caches["faults"])
        calls, forks = machine.calls(program, *arguments, cache=caches["calls"])
        faults = machine.faults(program, *arguments, cache=caches["faults"])
        rows[f"{name}: system calls, {size} plugins"] = calls
        rows[f"{name}: new processes, {size} plugins"] = forks
        # Those of hundreds of probes differ by a fifth from run to run, and those with hundreds of cached outcomes by an eighth
        # from one cache to the next.
        if size != SIZES[-1] or name not in ["validate without a cache", "validate with a full cache"]:
            rows[f"{name}: page faults, {size} plugins"] = faults
    return rows


def growth(counts):
    """What a further plugin adds to each count, from one size to the next. Page faults hardly depend on plugins."""
    names = dict.fromkeys(name.rsplit(", ", 1)[0] for name in counts
                          if name.endswith(" plugins") and KERNEL_ROWS not in name)
    for name in names:
        values = [counts.get(f"{name}, {size} plugins") for size in SIZES]
        if None in values:
            continue
        pairs = zip(zip(SIZES, values), zip(SIZES[1:], values[1:]))
        slopes = [(more - less) / (larger - size) for (size, less), (larger, more) in pairs]
        yield name, slopes
