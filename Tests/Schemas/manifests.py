"""Checks manifests of Kubernetes with a schema of its API, and whether their times fit each other, and prints what is wrong.

Arguments: the files. The libraries are in the environment of scripts/setup, and not in that of the other checks.
"""

import sys
from pathlib import Path

import kubernetes_validate
import yaml

VERSION = "1.28"
# How long `host status` waits for an answer, and the supervisor for what it has killed.
PATIENCE = 10
# For what comes before and after that: `host status` took 10.24 seconds.
MARGIN = 3


def faults(path):
    """What is wrong with a manifest of a Deployment."""
    manifest = yaml.safe_load(path.read_text())
    try:
        kubernetes_validate.validate(manifest, VERSION, strict=True)
    except (kubernetes_validate.ValidationError, kubernetes_validate.SchemaNotFoundError) as error:
        # The rest is the schema.
        yield f"does not conform to Kubernetes {VERSION}: {str(error).splitlines()[0]}"
        return
    pod = manifest["spec"]["template"]["spec"]
    for container in pod["containers"]:
        yield from misfits(pod, container)
    used = {mount["name"] for part in pod["containers"] + pod["initContainers"] for mount in part["volumeMounts"]}
    if used != {volume["name"] for volume in pod["volumes"]}:
        yield f"the volumes are not those that are mounted: {used}"


def misfits(pod, container):
    """The times of a container that do not fit each other."""
    options = dict(word.removeprefix("--").split("=", 1) for word in container["args"] if "=" in word)
    sleep = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    # It was their sum, and the table in the guide demands more.
    if pod["terminationGracePeriodSeconds"] < sleep + int(options["stop-time"]) + PATIENCE + MARGIN:
        yield "services are killed before their --stop-time"
    startup = container["startupProbe"]
    if startup["periodSeconds"] * startup["failureThreshold"] <= int(options["ready-time"]):
        yield "the container is killed before its --ready-time"
    for name in ("startupProbe", "livenessProbe", "readinessProbe"):
        if container[name]["timeoutSeconds"] < PATIENCE + MARGIN:
            yield f"the {name} ends before `host status` gives up"
    # The kubelet and monitors do not reach another address.
    address, _, port = options["http"].rpartition(":")
    if address != "*" or int(port) not in {port["containerPort"] for port in container["ports"]}:
        yield "--http is not reached at the address of the pod"
    if not container["securityContext"]["readOnlyRootFilesystem"]:
        yield "the file system can be written"


found = [f"{path}: {fault}" for path in map(Path, sys.argv[1:]) for fault in faults(path)]
print("\n".join(found))
sys.exit(bool(found))
