"""Reads metrics with the parser of Prometheus's own library, and prints what is wrong.

Arguments: the files. The library is in the environment of scripts/setup, and not in that of the other checks.
"""

import sys
from pathlib import Path

from prometheus_client.openmetrics.parser import text_string_to_metric_families

# Those of every host that serves.
EXPECTED = {
    "cleanse_build", "cleanse_live", "cleanse_ready", "cleanse_started", "cleanse_state", "cleanse_reloads",
    "cleanse_worker_starts", "cleanse_worker_failures", "cleanse_worker_responds", "cleanse_last_reload_successful",
    "cleanse_last_program_replacement_successful", "cleanse_log_lines_lost", "cleanse_files_differ", "cleanse_plugin",
    "cleanse_service_state", "cleanse_process_cpu_seconds", "cleanse_process_resident_memory_bytes", "cleanse_process_open_descriptors",
}


def faults(path):
    try:
        families = list(text_string_to_metric_families(path.read_text()))
    except ValueError as error:
        yield f"is not in the format: {error}"
        return
    names = [family.name for family in families]
    if len(names) != len(set(names)):
        yield "has a metric twice"
    for name in EXPECTED - set(names):
        yield f"does not have {name}"
    for family in families:
        if family.unit and not family.name.endswith(f"_{family.unit}"):
            yield f"has {family.name} with another unit"


found = [f"{path}: {fault}" for path in map(Path, sys.argv[1:]) for fault in faults(path)]
print("\n".join(found))
sys.exit(bool(found))
