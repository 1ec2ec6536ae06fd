"""Checks that the schemas describe the documents that exist, and reject what their readers reject.

Real documents show that a schema accepts enough. The malformed ones show that it rejects enough: each has one fault, and is
otherwise like the one in `valid`. Those that the host reads are also given to the host, so schema and reader agree.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from schemas import ROOT, SHARED, Schemas, read

HOST, PRODUCTS = Path(sys.argv[1]), Path(sys.argv[2])
TOOL = HOST.parent.parent / "lib" / "cleanse" / "bin" / "plugin-manifest"
TESTS = Path(__file__).resolve().parent
# Read bills of materials, manifests of Kubernetes, and metrics; scripts/setup installs their libraries.
PYTHON = [ROOT / ".build" / "python" / "bin" / "python", "-B"]
BILLS, MANIFESTS, METRICS = ([*PYTHON, TESTS / name] for name in ("bills.py", "manifests.py", "metrics.py"))
PROMTOOL = ROOT / ".build" / "promtool" / "usr" / "bin" / "promtool"
# The names of files in the repository, and their schemas.
FILES = {"plugin.json": "plugin", "contract.json": "contract", "host.json": "host"}
# Faults that end fast. The others would take their deadlines.
FAULTS = [
    "configure-crash", "configure-exit", "configure-late-refusal", "configure-long-message", "configure-many-messages",
    "configure-not-utf8", "configure-null-message", "configure-throw", "constructor-abort",
]

schemas = Schemas()
failures = []
counts = dict.fromkeys(schemas.all, 0)


def expect(condition, message):
    if not condition:
        failures.append(message)


def check(name, document, origin):
    """Checks a real document."""
    counts[name] += 1
    for fault in schemas.faults(name, document):
        failures.append(f"{origin} does not conform to {name}: {fault}")


def host(*arguments, directory=None, program=HOST, **environment):
    return subprocess.run(
        [program, *map(str, arguments)], cwd=directory or work, env={**base, **environment}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)


def report(name, *arguments, status=(0, 1), **options):
    """Runs a command with --format json, and returns its document."""
    run = host(*arguments, "--format", "json", **options)
    origin = "host " + " ".join(map(str, arguments))
    if run.returncode not in status:
        failures.append(f"{origin} exits with {run.returncode}: {run.stderr[:500]}")
        return {}
    document = json.loads(run.stdout)
    check(name, document, origin)
    return document


def repository():
    """The files of the repository, and those in its documents."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / path for path in listed.split("\0") if path]
    for path in paths:
        # Templates have placeholders.
        if path.name in FILES and TESTS not in path.parents and ROOT / "Templates" not in path.parents:
            check(FILES[path.name], read(path), path)
        if path.suffix != ".md":
            continue
        for name, text in re.findall(r"<!-- file: (\S+) -->\n```json\n(.*?)```", path.read_text(), re.S):
            if Path(name).name in FILES:
                check(FILES[Path(name).name], json.loads(text), f"{name} in {path}")
        for line in re.findall(r'^{"time":.*}$', path.read_text(), re.M):
            check("log", json.loads(line), f"an entry of a log in {path}")


def manifests():
    """The manifests of Kubernetes in the documents, and whether the host accepts their arguments."""
    page = (ROOT / "Documentation" / "Deploying.md").read_text()
    files = re.findall(r"<!-- file: (\S+\.yaml) -->\n```yaml\n(.*?)```", page, re.S)
    expect(files, "Deploying.md has no manifest")
    for name, text in files:
        path = work / name
        path.write_text(text)
        validation = subprocess.run([*MANIFESTS, path], capture_output=True, text=True)
        expect(validation.returncode == 0, f"manifests: {validation.stdout}{validation.stderr}")
        options = re.findall(r"^ +- (--\S+)$", text, re.M)
        run = host("serve", *options, "--help")
        expect(options and run.returncode == 0, f"host serve does not accept {options}: {run.stderr}")
        probes = re.findall(r"\[cleanse-host, (.*)\]", text)
        for run in [host(*probe.split(", "), "--help") for probe in probes]:
            expect(run.returncode == 0, f"the host does not accept a probe: {run.stderr}")
        expect(len(set(probes)) == 3, f"there are not three probes in {probes}")


def directories():
    """Copies of the plugins, since the directories of a build can be shared with other users."""
    for name in ("plugins", "broken-plugins", "visits"):
        shutil.copytree(PRODUCTS / name, work / name, symlinks=True)
    # Its ten thousand bindings have one form, and checking them would take most of the time.
    (work / "broken-plugins" / "libTenThousand.so").unlink()
    (work / "empty").mkdir()
    (work / "faults").mkdir()
    for fault in FAULTS:
        for file in (PRODUCTS / "faults" / fault).iterdir():
            shutil.copy(file, work / "faults" / f"{fault}-{file.name}")


def identifiers(directory):
    plugins = report("list", "list", directory)["plugins"]
    return sorted({plugin["identifier"] for plugin in plugins if "identifier" in plugin})


def keys(document):
    """The names of some bound keys of a graph."""
    bound = {binding["key"] for binding in document["bindings"]}
    names = [key[1] for key in document["keys"]]
    names = sorted(names[key] for key in bound if "." in names[key] and names.count(names[key]) == 1)
    return names[:4] + names[-4:]


def inspection():
    report("list", "list", "empty")
    report("list", "list", "--all", "plugins", "broken-plugins", "faults")
    report("list", "list", "--against", HOST.parent.parent / "lib", "--against", "plugins", "broken-plugins")
    report("list", "probe", *sorted((work / "broken-plugins").glob("*.so")))
    report("list", "probe", "--exercise", *sorted((work / "plugins").glob("lib[NRW]*.so")))
    report("list", "probe", *sorted((work / "faults").iterdir()))
    for directory in ("plugins", "broken-plugins", "visits"):
        for plugin in identifiers(directory):
            report("show", "show", directory, plugin)
    report("doctor", "doctor", "plugins")
    report("doctor", "doctor", "none")
    report("blame", "blame", "plugins")
    report("blame", "blame", "--chain", "broken-plugins")
    report("sdk", "sdk")


def bills():
    """Bills of materials, also of damaged files and of odd names."""
    odd = work / "odd names"
    odd.mkdir()
    for name in (b"a.so", b"\xff.so", b"\x1b[31m\n.so", "\u202e\u00e9.so".encode(), b"'\"&<>$(id).so"):
        Path(os.fsdecode(os.fsencode(odd) + b"/" + name)).write_bytes(b"\0")
    files = []
    for name in ("empty", "plugins", "broken-plugins", "visits", "faults", "odd names"):
        run = host("list", "--format", "cyclonedx", name, SOURCE_DATE_EPOCH="0")
        expect(run.returncode in (0, 1), f"the bill of {name} is not written: {run.stderr[:500]}")
        again = host("list", "--format", "cyclonedx", str(work / name), SOURCE_DATE_EPOCH="0")
        expect(again.stdout == run.stdout, f"the bill of {name} depends on the path of the directory")
        files.append(work / f"{name}.cdx.json")
        files[-1].write_text(run.stdout)
    validation = subprocess.run([*BILLS, *files], capture_output=True, text=True)
    expect(validation.returncode == 0, f"bills of materials: {validation.stdout}{validation.stderr}")


def validation():
    report("validate", "validate", "empty")
    report("validate", "validate", "plugins")
    report("validate", "validate", "--strict", "faults")
    report("validate", "validate", "broken-plugins", "--severity", "cleanse/unused-binding=ignore")
    left = report("validate", "validate", "broken-plugins", "--on-failure", "leave-out")
    expect(any(plugin["status"] == "left-out" for plugin in left["plugins"]), "no plugin was left out")
    known = "known.json"
    host("validate", "broken-plugins", "--baseline", known, "--update-baseline")
    check("baseline", read(work / known), known)
    report("validate", "validate", "broken-plugins", "--baseline", known)
    report("validate", "validate", "broken-plugins", "--baseline", known, "--without", "org.cleanse.broken.duplicate-a")


def graphs():
    for directory in ("plugins", "broken-plugins", "visits", "empty", "faults"):
        host("graph", "--format", "json", "--output", f"{directory}.json", directory)
        document = read(work / f"{directory}.json")
        check("graph", document, f"the graph of {directory}")
        report("validate", "validate", "--graph", f"{directory}.json")
        for key in keys(document):
            report("why", "why", "--graph", f"{directory}.json", key, "--all-paths=3")
    for directory in ("plugins", "broken-plugins"):
        fragments = f"fragments-{directory}"
        host("fragment", "--output", fragments, *sorted((work / directory).glob("*.so")))
        files = sorted((work / fragments).glob("*.json"))
        expect(files, f"host wrote no fragment of {directory}")
        for file in files:
            check("graph", read(file), file)
    report("why", "why", "broken-plugins", "Command")
    report("why", "why", "--graph", "plugins.json", "@form.text")
    for plugin in identifiers("plugins"):
        report("without", "without", "--graph", "plugins.json", plugin)
    for directory in ("plugins", "visits", "empty"):
        report("islands", "islands", "--graph", f"{directory}.json")
    report("diff", "diff", "plugins.json", "broken-plugins.json")
    report("diff", "diff", "plugins.json", "plugins.json")
    report("diff", "diff", "--locations", "visits.json", "plugins.json")


def locks():
    host("lock", "plugins", "--output", "plugins.lock")
    host("lock", "visits", "--output", "visits.lock")
    for name in ("plugins.lock", "visits.lock"):
        check("lock", read(work / name), name)
    report("diff", "diff", "plugins.lock", "plugins")
    report("diff", "diff", "plugins.lock", "visits.lock")
    report("list", "list", "--locked=visits.lock", "plugins")


def settings():
    report("config", "config", "empty")
    project = work / "project"
    project.mkdir()
    policy = {
        "$schema": "host.schema.json", "directories": ["../plugins"], "severities": {"cleanse/unused-binding": "ignore"},
        "deadline": 2.5, "strict": True, "baseline": "known.json", "trust": {"trustedKeys": ["a.pub"]},
        "lock": {"file": "my.lock"}, "onFailure": "leave-out",
        "plugins": {
            "org.cleanse.samples.form": {"options": {"decimals": 2}},
            "org.cleanse.samples.statistics": {"options": {"listed": "many"}},
            "org.cleanse.samples.number": {"enabled": False, "onFailure": "leave-out"},
            "org.example.absent": {"options": {"text": "a", "list": [1, "b"], "secret": {"file": "f"}}},
        },
    }
    (project / "host.json").write_text(json.dumps(policy))
    check("host", policy, "the policy file of this test")
    shown = report("config", "config", directory=project, CLEANSE_OPTION_ORG_CLEANSE_SAMPLES_WRAP__WIDTH="60")
    expect({setting["origin"] for setting in shown["settings"]} >= {"file", "default"}, "host config shows no origins")
    report("config", "config", "--strict", "--deadline", "3", "../visits", directory=project)
    listed = report("list", "list", "../plugins", directory=project)
    expect(any(plugin["status"] == "disabled" for plugin in listed["plugins"]), "no plugin is disabled")
    report("show", "show", "../plugins", "org.cleanse.samples.statistics", directory=project)
    printed = json.loads(host("config", "--no-config", "--schema", "empty").stdout)
    expect(agrees(schemas.all["host"], printed), "host.schema.json differs from `host config --schema`")
    report("cache", "cache", "info")
    report("cache", "cache", "clear")
    # The parent of the cache is a file.
    (work / "no-directory").write_text("")
    report("cache", "cache", "info", XDG_CACHE_HOME=str(work / "no-directory"))


def agrees(schema, printed):
    """Whether the schema of the host equals the printed one, except for its name, further descriptions and references."""
    if isinstance(schema, dict) and "$ref" in schema:
        _, schema = schemas.target("host", schema["$ref"])
    if not (isinstance(schema, dict) and isinstance(printed, dict)):
        return schema == printed
    further = schema.keys() - printed.keys()
    return (
        further <= {"$id", "description"} and printed.keys() <= schema.keys()
        and all(agrees(schema[name], printed[name]) for name in printed))


def projects():
    """The files of new projects."""
    new = work / "new"
    new.mkdir()
    for kind, name, file in [("plugin", "hello", "plugin"), ("contract", "greeting", "contract")]:
        host("new", kind, name, directory=new)
        path = new / name / "Sources" / name.capitalize() / f"{file}.json"
        document = read(path)
        check(file, document, path)
        expect(Path(document["$schema"]).samefile(HOST.parent.parent / f"share/cleanse/schemas/{file}.schema.json"),
               f"{path} names the schema {document['$schema']}")
    host("new", "ci", "--for", "make", directory=new)
    check("host", read(new / "host.json"), "the settings of host new ci")
    check("baseline", read(new / "known.json"), "the baseline of host new ci")


def watching():
    """The lines of a watch: a result, and an error after the settings are broken."""
    watched = work / "watched"
    watched.mkdir()
    command = [HOST, "validate", "--watch", "--format", "json", work / "broken-plugins"]
    watch = subprocess.Popen(command, cwd=watched, env=base, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        check("watch", json.loads(watch.stdout.readline()), "the first line of a watch")
        (watched / "host.json").write_text("{")
        line = json.loads(watch.stdout.readline())
        check("watch", line, "a line of a watch with an error")
        expect("error" in line, f"no error in {line}")
    finally:
        watch.terminate()
        watch.wait()
        watch.stdout.close()


def services(*options):
    """The status and the log of a running host, before and after a reload that fails."""
    socket = work / "control"
    command = [HOST, "serve", "visits", "--control", socket, "--log-format", "json", "--log-level", "debug", *options]
    for setting in ("org.cleanse.examples.web.listen=127.0.0.1:0", f"org.cleanse.examples.pages.listen=unix:{work}/pages"):
        command += ["--set", setting]
    log = (work / "serve.log").open("w")
    server = subprocess.Popen(command, cwd=work, env=base, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 15
        states = set()
        while time.monotonic() < deadline and "ready" not in states and server.poll() is None:
            if socket.exists():
                states.add(report("status", "status", "--control", socket).get("state"))
            time.sleep(0.05)
        expect("ready" in states, f"host serve is not ready: {(work / 'serve.log').read_text()}")
        (work / "visits" / "libBroken.so").write_bytes((work / "broken-plugins" / "libRefusing.so").read_bytes())
        host("reload", "--control", socket)
        status = report("status", "status", "--control", socket, status=(4,))
        (work / "metrics.txt").write_text(host("status", "--metrics", "--control", socket).stdout)
        read_metrics = subprocess.run([*METRICS, work / "metrics.txt"], capture_output=True, text=True)
        expect(read_metrics.returncode == 0, f"metrics: {read_metrics.stdout}{read_metrics.stderr}")
        expect("secondsSinceChange" in status, f"no changed files in {status}")
        expect(status.get("haveChangesFailed") is True, f"no failed files in {status}")
        expect(status.get("differences") == ["plugins"], f"other differences in {status}")
        workers = [status["worker"], *(island["worker"] for island in status.get("islands", []))]
        files = any(worker.get("loaded") for worker in workers)
        expect("digest" in status["program"] and files, f"no files in {status}")
        expect(("islands" in status) == ("--isolate" in options), f"other islands in {status}")
        expect(status.get("reload", {}).get("succeeded") is False, f"no failed reload in {status}")
        (work / "visits" / "libBroken.so").unlink()
        os.kill(status["worker"]["process"], signal.SIGKILL)
        deadline = time.monotonic() + 5
        while "lastEnd" not in status and time.monotonic() < deadline:
            time.sleep(0.05)
            status = report("status", "status", "--control", socket)
        expect("lastEnd" in status, f"no end of a worker in {status}")
    finally:
        server.terminate()
        server.wait()
    entries = [json.loads(line) for line in (work / "serve.log").read_text().splitlines()]
    for entry in entries:
        check("log", entry, "an entry of the log of host serve")
    missing = {"service-ready", "ready", "finding", "reload-failed", "worker-ended", "stopped"}
    missing -= {entry["event"] for entry in entries}
    expect(not missing, f"the log of host serve has no {missing}: {entries}")


def promtool(*arguments):
    """Runs the program that checks files of Prometheus."""
    run = subprocess.run([PROMTOOL, *arguments], cwd=work, capture_output=True, text=True)
    expect(run.returncode == 0, f"promtool: {run.stdout}{run.stderr}")


def blocks(page, kind):
    """The blocks of a document that promtool checks."""
    text = (ROOT / "Documentation" / page).read_text()
    found = re.findall(rf"<!-- promtool: {kind} -->\n```yaml\n(.*?)```", text, re.DOTALL)
    expect(found, f"{page} has no {kind} of Prometheus")
    return found


def scrapes():
    """What the documents configure in Prometheus: the rules are about the job `cleanse`."""
    for page in ("RunningAHost.md", "Deploying.md"):
        for number, config in enumerate(blocks(page, "config")):
            expect("job_name: cleanse\n" in config, f"the job has another name in {page}")
            path = work / f"{page}-{number}.yml"
            # Debian's promtool is built without what finds targets in Kubernetes.
            path.write_text(re.sub(r"kubernetes_sd_configs: .*", "static_configs: []", config))
            promtool("check", "config", path)


def alarms():
    """The rules in the guide are those of Prometheus, use metrics that it lists, and fire when they should."""
    guide = (ROOT / "Documentation" / "RunningAHost.md").read_text()
    rules = blocks("RunningAHost.md", "rules")[0]
    (work / "cleanse.yml").write_text(rules)
    promtool("check", "rules", "cleanse.yml")
    for name in set(re.findall(r"\bcleanse_\w+", rules)):
        expect(f"`{name}`" in guide, f"the guide does not list {name}")
    shutil.copy(TESTS / "alarms.yml", work)
    promtool("test", "rules", "alarms.yml")
    tests = (TESTS / "alarms.yml").read_text()
    for name in re.findall(r"alert: (\w+)", rules):
        expect(f"alertname: {name}\n" in tests, f"no test lets {name} fire")
    scrapes()


def malformed():
    """Each malformed document is rejected by its schema and, if there is one, by its reader."""
    for name in schemas.all.keys() - {SHARED}:
        valid = TESTS / "valid" / f"{name}.json"
        examples = sorted((TESTS / "malformed" / name).glob("*.json"))
        expect(valid.exists() and len(examples) >= 3, f"{name} has no valid or too few malformed documents")
        if not valid.exists():
            continue
        for path in [valid, *examples]:
            faults = schemas.faults(name, read(path))
            expect(bool(faults) == (path != valid), f"the schema {name} misjudges {path}: {faults}")
            # The readers of these ignore unknown members, which a newer version of the host may write.
            ignored = path.name.startswith("unknown-") and name in ("lock", "baseline", "graph")
            rejected = reader(name, path)
            expect(
                rejected in (None, path != valid and not ignored), f"the reader of {name} misjudges {path}")


def reader(name, path):
    """Whether the reader of a format rejects the document; None if the host does not read it."""
    output = work / f"{path.parent.name}-{path.stem}.swift"
    match name:
        case "plugin": run = host("entry", path, output, program=TOOL)
        case "contract": run = host("contract", path, output, work / "empty", program=TOOL)
        case "host": run = host("config", "--config", path, "empty")
        case "lock": run = host("diff", path, path)
        case "baseline": run = host("validate", "--baseline", path, "empty")
        case "graph": run = host("validate", "--graph", path)
        case _: return None
    # A valid document can have findings; an unreadable one is an error of the user, or of the host.
    failed = run.returncode > (0 if name in ("plugin", "contract") else 1)
    expect(not failed or path.name in run.stderr, f"the error does not name {path}: {run.stderr}")
    return failed


def main():
    started = time.monotonic()
    failures.extend(schemas.defects())
    repository()
    directories()
    parts = [
        validation, bills, manifests, graphs, inspection, locks, settings, projects, watching, malformed, alarms]
    with ThreadPoolExecutor(4) as pool:
        for task in [pool.submit(part) for part in parts]:
            task.result()
    services()
    services("--isolate")
    for name in schemas.all.keys() - {SHARED}:
        expect(counts[name], f"no document was checked against the schema {name}")
    for failure in failures:
        print(failure)
    total = f"{len(schemas.all)} schemas, {sum(counts.values())} documents, {time.monotonic() - started:.1f} s"
    print(f"{total}: {len(failures)} failures")
    return bool(failures)


with tempfile.TemporaryDirectory() as directory:
    work = Path(directory)
    base = {
        **{name: value for name, value in os.environ.items() if not name.startswith("CLEANSE_")},
        "XDG_CACHE_HOME": str(work / "cache"), "HOME": str(work), "LC_ALL": "C.UTF-8",
    }
    sys.exit(main())
