"""Tests of the comparison with the reference: /usr/bin/python3 -B -m unittest discover -s Benchmarks/Counts"""

import errno
import io
import os
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import counts
import rows
from measuring import Machine
from reference import Reference, UnfitReference, text

HERE = {"swift": "6.3.1", "valgrind": "3.19"}


def known(**recorded):
    """A reference with a list of counts per row; all but the first of each list have a reason."""
    rows = {name: {"recorded": [{"count": count, **({"reason": "measured"} if index else {})}
                                for index, count in enumerate(values)]} for name, values in recorded.items()}
    return Reference({"environment": HERE, "rows": rows})


def compare(measured, reference):
    """The exit status, and what is printed."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = counts.compare(measured, reference)
    return status, out.getvalue()


class ComparisonTests(unittest.TestCase):
    def test_a_row_within_three_percent_passes(self):
        self.assertEqual(compare({"chain": 1030}, known(chain=[1000])), (0, ""))

    def test_a_higher_row_fails_and_is_printed_with_the_difference(self):
        self.assertEqual(compare({"chain": 1031}, known(chain=[1000])), (1, "higher: chain by 3.10 %\n"))

    def test_a_lower_row_is_printed_and_passes(self):
        status, printed = compare({"chain": 960}, known(chain=[1000]))
        self.assertEqual(status, 0)
        self.assertIn("lower: chain by 4.00 %", printed)

    def test_the_last_recorded_count_is_the_reference(self):
        self.assertEqual(compare({"chain": 1200}, known(chain=[1000, 1200]))[0], 0)

    def test_a_count_of_zero_can_rise(self):
        self.assertEqual(compare({"forks": 0}, known(forks=[0]))[0], 0)
        self.assertEqual(compare({"forks": 1}, known(forks=[0]))[0], 1)

    def test_rows_on_one_side_only_fail(self):
        self.assertEqual(
            compare({"new": 1}, known(old=[1])),
            (1, "old: in the reference, but not measured\nnew: measured, but not in the reference\n"))

    def test_a_row_can_have_its_own_tolerance(self):
        row = {"recorded": [{"count": 1000}], "tolerance": 10, "toleranceReason": "depends on the scheduler"}
        reference = Reference({"environment": HERE, "rows": {"faults": row}})
        self.assertEqual(compare({"faults": 1090}, reference)[0], 0)
        self.assertEqual(compare({"faults": 1110}, reference)[0], 1)

    def test_another_environment_differs(self):
        self.assertEqual(known().differences(HERE), [])
        self.assertEqual(
            known().differences({"swift": "6.4", "valgrind": "3.19"}), ["swift: 6.3.1 in the reference, 6.4 here"])

    def test_page_faults_are_compared_on_the_same_kernel_only(self):
        reference = known(**{"list: page faults": [1], "list: instructions": [1]})
        self.assertFalse(reference.has_kernel({**HERE, "kernel": "6.1"}))
        self.assertEqual(reference.differences({**HERE, "kernel": "6.1"}), [])
        self.assertEqual(list(reference.without_kernel_rows().rows), ["list: instructions"])


class FileTests(unittest.TestCase):
    def test_a_rise_without_a_reason_is_refused(self):
        for reason in [{}, {"reason": " "}]:
            recorded = [{"count": 1000}, {"count": 1200, **reason}]
            with self.assertRaisesRegex(UnfitReference, "chain: the count 1,200 is larger.*no `reason`"):
                Reference({"environment": HERE, "rows": {"chain": {"recorded": recorded}}})

    def test_a_fall_needs_no_reason(self):
        Reference({"environment": HERE, "rows": {"chain": {"recorded": [{"count": 1000}, {"count": 900}]}}})

    def test_a_tolerance_without_a_reason_is_refused(self):
        row = {"recorded": [{"count": 1000}], "tolerance": 10}
        with self.assertRaisesRegex(UnfitReference, "`tolerance` requires a `toleranceReason`"):
            Reference({"environment": HERE, "rows": {"faults": row}})

    def test_the_file_of_the_repository_can_be_compared_with(self):
        self.assertTrue(Reference.read(counts.FILE).rows)


class RecordingTests(unittest.TestCase):
    def setUp(self):
        directory = TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(setattr, counts, "FILE", counts.FILE)
        counts.FILE = Path(directory.name) / "reference.json"

    def record(self, measured, reference, reason=None, environment=HERE):
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
            status = counts.record(measured, environment, reference, reason)
        return status, errors.getvalue()

    def test_a_rise_is_recorded_with_its_reason_only(self):
        status, errors = self.record({"chain": 1200, "wide": 5}, known(chain=[1000], wide=[5]))
        self.assertEqual(status, 1)
        self.assertIn("need a reason", errors)
        self.assertIn("chain", errors)
        self.assertNotIn("wide", errors)
        self.assertFalse(counts.FILE.exists())
        self.assertEqual(self.record({"chain": 1200}, known(chain=[1000]), reason="checks the scope")[0], 0)
        recorded = Reference.read(counts.FILE).rows["chain"].recorded
        self.assertEqual(recorded, [{"count": 1000}, {"count": 1200, "reason": "checks the scope"}])

    def test_falls_and_new_rows_are_recorded_and_absent_rows_removed(self):
        self.assertEqual(self.record({"chain": 900, "new": 3}, known(chain=[1000], old=[1]))[0], 0)
        rows = Reference.read(counts.FILE).rows
        self.assertEqual({name: row.count for name, row in rows.items()}, {"chain": 900, "new": 3})

    def test_a_row_cannot_rise_in_small_steps(self):
        reference = known(chain=[1000])
        for count in [1020, 1029]:
            self.assertEqual(self.record({"chain": count}, reference)[0], 0)
            reference = Reference.read(counts.FILE)
        self.assertEqual(reference.rows["chain"].count, 1000)

    def test_another_environment_is_recorded_from_the_start(self):
        environment = {"swift": "6.4", "valgrind": "3.19"}
        self.assertEqual(self.record({"chain": 1200}, known(chain=[1000]), environment=environment)[0], 0)
        reference = Reference.read(counts.FILE)
        self.assertEqual(reference.environment, environment)
        self.assertEqual(reference.rows["chain"].recorded, [{"count": 1200}])

    def test_a_written_file_is_read_as_it_was(self):
        reference = known(chain=[1000, 1200])
        counts.FILE.write_text(text(reference.document))
        self.assertEqual(Reference.read(counts.FILE).document, reference.document)


class GrowthTests(unittest.TestCase):
    def test_a_linear_count_has_equal_slopes_and_a_quadratic_one_does_not(self):
        linear = {f"list: calls, {size} plugins": 7 + 3 * size for size in rows.SIZES}
        quadratic = {f"load: calls, {size} plugins": size * size for size in rows.SIZES}
        self.assertEqual(
            list(rows.growth({**linear, **quadratic})), [("list: calls", [3, 3]), ("load: calls", [110, 500])])


class PageCacheTests(unittest.TestCase):
    """Guards against page faults that depend on what the page cache has lost: counts were up to 9 % higher on another day."""

    def test_a_held_file_stays_in_the_page_cache(self):
        with TemporaryDirectory(dir="/tmp") as directory:
            machine = Machine(Path(directory), Path(directory) / "none.so")
            file = machine.work / "file"
            file.write_bytes(bytes(1 << 20))
            machine.hold(file)
            with open(file, "rb", buffering=0) as content:
                os.fsync(content.fileno())
                os.posix_fadvise(content.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                try:
                    # Fails, or reads less, instead of reading from the disk.
                    size = os.preadv(content.fileno(), [bytearray(1 << 20)], 0, os.RWF_NOWAIT)
                except OSError as error:
                    if error.errno == errno.EOPNOTSUPP:
                        self.skipTest("the file system of /tmp always reads from the disk")
                    raise
                self.assertEqual(size, 1 << 20)


if __name__ == "__main__":
    unittest.main()
