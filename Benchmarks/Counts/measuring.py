"""Runs programs in a fixed environment, and counts what they do."""

import mmap
import os
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

# The dynamic linker and glibc choose functions by the processor. These are masked, so that all machines use the same.
MASKED = ["AVX512F", "AVX512VL", "AVX512BW", "AVX2", "AVX", "BMI1", "BMI2", "LZCNT", "MOVBE", "RTM", "ERMS", "FSRM", "FMA",
          "FMA4", "SSSE3", "SSE4_1", "SSE4_2", "POPCNT", "XSAVE", "XSAVEC"]
# A new process comes from fork(), or from posix_spawn(), which then calls execve(). Threads come from clone3() alone; how
# many of them Dispatch starts depends on the scheduler.
FORKS = {"clone", "execve", "fork", "vfork"}
# Debian's valgrind is a script that sets LD_LIBRARY_PATH, on which cached results depend.
VALGRIND = shutil.which("valgrind.bin", path="/usr/bin:/bin") or "valgrind"


class Failure(Exception):
    """A program that is counted has failed."""


@dataclass
class Machine:
    """Runs programs in the directory `work`, in which `preload` is the library that hides the machine."""

    work: Path
    preload: Path
    held: list = field(default_factory=list)

    @property
    def libraries(self):
        """Copies of the system's libraries, with which page faults are counted."""
        return self.work / "libraries"

    def environment(self, program, cache):
        return {
            "COUNTED_PRELOAD": str(self.preload), "COUNTED_PROGRAM": str(program),
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join("-" + name for name in MASKED),
            "HOME": str(self.work), "LC_ALL": "C", "LD_PRELOAD": str(self.preload), "PATH": "/usr/bin:/bin",
            "SWIFT_DETERMINISTIC_HASHING": "1", "XDG_CACHE_HOME": str(self.work / cache),
        }

    def faults(self, program, *arguments, cache="cache"):
        """Returns the page faults of a program and all its descendants.

        A page fault maps what the page cache holds of a file around the address, and how much that is depends on how the
        cache was filled: with the libraries that other programs have loaded, the same program has a sixth more faults on one
        day than on another. So it loads the copies."""
        return self.run(program, *arguments, cache=cache, variables={"LD_LIBRARY_PATH": str(self.libraries)})[1]

    def hold(self, file):
        """Keeps a file in the page cache as it was written there, until the directory is removed."""
        with open(file, "rb") as content:
            pages = mmap.mmap(content.fileno(), 0, prot=mmap.PROT_READ)
        pages[::mmap.PAGESIZE]
        self.held.append(pages)

    def run(self, program, *arguments, cache="cache", through=(), variables=None):
        """Runs a program, through others, without address space randomization.

        Returns its output and the page faults of it and all its descendants."""
        command = ["setarch", "-R", *map(str, through), str(program), *map(str, arguments)]
        with TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                command, cwd=self.work, env={**self.environment(program, cache), **(variables or {})},
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            texts = [file.read() for file in [output, errors] if file.seek(0) == 0]
        if process.returncode != 0:
            raise Failure(f"{' '.join(command)} ended with {process.returncode}:\n{''.join(texts)[-2000:]}")
        return texts[0], usage.ru_minflt

    def instructions(self, program, *arguments, cache="cache", traced=False, counted="cleanse_counted"):
        """Returns the output, and the number of instructions of each call of the C function `counted`."""
        files = self.work / f"callgrind.{os.urandom(8).hex()}"
        tool = [VALGRIND, "-q", "--tool=callgrind", f"--toggle-collect={counted}", f"--dump-after={counted}",
                f"--callgrind-out-file={files}"]
        # A program that is traced does not run in a copy of its process, which valgrind can't wait for.
        tracer = ["strace", "-o", "/dev/null", "-e", "trace=none"] if traced else []
        output, _ = self.run(program, *arguments, cache=cache, through=tracer + tool)
        dumps = sorted(self.work.glob(files.name + ".*"), key=lambda file: int(file.suffix[1:])) + [files]
        counts = [int(re.search(r"^summary: (\d+)", dump.read_text(), re.M)[1]) for dump in dumps]
        for dump in dumps:
            dump.unlink()
        return output, [count for count in counts if count]

    def calls(self, program, *arguments, cache="cache"):
        """Returns the number of system calls of a program and all its descendants, and the number of its descendants."""
        summary = self.work / f"strace.{os.urandom(8).hex()}"
        self.run(program, *arguments, cache=cache, through=["strace", "-f", "-c", "-o", summary])
        counts = {}
        for line in summary.read_text().splitlines():
            fields = line.split()
            if len(fields) >= 5 and fields[3].isdigit():
                counts[fields[-1]] = int(fields[3])
        summary.unlink()
        counts.pop("total")
        # The first execve() starts the program itself.
        return sum(counts.values()), sum(counts[name] for name in FORKS & counts.keys()) - 1


def copy(source, target):
    """Copies a file page by page: with larger writes, the page cache has as large parts of it as memory has room for at that
    time, and a page fault maps as much."""
    with open(source, "rb") as content, open(target, "wb", buffering=0) as pages:
        while page := content.read(mmap.PAGESIZE):
            pages.write(page)
    shutil.copystat(source, target)


def fixed_limits():
    """Sets limits of this process that programs inherit and depend on, such as the number of descriptors that they have to close
    in a new process. With threads, Python can't do so safely between fork() and execve()."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
