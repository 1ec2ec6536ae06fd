"""Tests of the model: /usr/bin/python3 -B -m unittest discover -s Tests/ServeTorture"""

import unittest

from model import WRONG, File, ForgetsFailedReload, Model, NeverGoesBack, RestartDelay, ServesBroken, Span

GOOD = {"a": File("good", "1"), "b": File("good", "1"), "c": File("good", "1")}


def at(time):
    return Span(time, time)


def changed(name, kind="good", version="2"):
    return {**GOOD, name: File(kind, version)}


class ModelTests(unittest.TestCase):
    def setUp(self):
        self.model = Model(GOOD, count=3, time=60, removable="c")

    def expect(self, model, *sets):
        self.assertCountEqual([{tuple(sorted(each.items())) for each in model.expected}],
                              [{tuple(zip("abc", each)) for each in sets}])

    def test_a_reload_serves_new_files(self):
        self.assertTrue(self.model.reload(at(1), changed("a"), True))
        self.expect(self.model, "211")

    def test_a_reload_of_broken_files_has_to_fail_and_changes_nothing(self):
        self.assertFalse(self.model.reload(at(1), changed("a", "garbage"), True))
        self.assertTrue(self.model.reload(at(1), changed("a", "garbage"), False))
        self.expect(self.model, "111")

    def test_a_reload_of_good_files_has_to_succeed(self):
        self.assertFalse(self.model.reload(at(1), changed("a"), False))

    def test_three_ends_go_back(self):
        self.model.reload(at(1), changed("a"), True)
        for time in (10, 30, 70):
            self.expect(self.model, "211")
            self.model.end(at(time), "a")
        self.expect(self.model, "111")
        # There is nothing to go back to any more.
        for time in (71, 72, 73, 74):
            self.model.end(at(time), "a")
        self.expect(self.model, "111")

    def test_ends_that_are_further_apart_do_not(self):
        self.model.reload(at(1), changed("a"), True)
        for time in (10, 30, 70.1, 99, 140):
            self.model.end(at(time), "a")
        self.expect(self.model, "211")

    def test_it_does_not_go_back_to_a_set_that_has_ended_lately(self):
        self.model.end(at(1), "a")
        self.model.reload(at(2), changed("a"), True)
        for time in (10, 11, 12):
            self.model.end(at(time), "a")
        self.expect(self.model, "211")

    def test_a_plugin_that_may_be_is_left_out_until_a_reload(self):
        for time in (10, 11, 12):
            self.expect(self.model, "111")
            self.model.end(at(time), "c")
        self.expect(self.model, "11")
        self.model.reload(at(13), GOOD, True)
        self.expect(self.model, "111")

    def test_no_other_one_is_and_none_without_a_report(self):
        for time, culprit in ((10, "a"), (11, "a"), (12, "a"), (13, None), (14, "c"), (15, "c")):
            self.model.end(at(time), culprit)
        self.expect(self.model, "111")

    def test_going_back_has_precedence(self):
        self.model.reload(at(1), changed("c"), True)
        for time in (10, 11, 12):
            self.model.end(at(time), "c")
        self.expect(self.model, "111")

    def test_it_does_not_go_back_to_the_same_file_of_the_plugin_that_crashes(self):
        self.model.reload(at(1), changed("a"), True)
        for time in (10, 11, 12):
            self.model.end(at(time), "b")
        self.expect(self.model, "211")
        # Of an end without a report, the cause is not known.
        self.model.end(at(13))
        self.expect(self.model, "111")

    def test_the_plugin_that_crashes_is_left_out_instead(self):
        self.model.reload(at(1), changed("a"), True)
        for time in (10, 11, 12):
            self.model.end(at(time), "c")
        self.expect(self.model, "21")

    def test_a_plugin_that_is_left_out_may_stay_broken(self):
        for time in (10, 11, 12):
            self.model.end(at(time), "c")
        self.assertTrue(self.model.reload(at(13), changed("c", "crashing"), True))
        self.expect(self.model, "11")

    def test_a_set_stays_without_it_also_later(self):
        for time in (10, 11, 12):
            self.model.end(at(time), "c")
        self.model.reload(at(100), changed("a"), True)
        for time in (110, 111, 112):
            self.model.end(at(time), "a")
        self.expect(self.model, "11")

    def test_unknown_times_lead_to_both_states(self):
        self.model.reload(at(1), changed("a"), True)
        for span in (Span(10, 11), Span(20, 21), Span(70, 71)):
            self.model.end(span, "a")
        self.expect(self.model, "111", "211")
        self.assertTrue(self.model.observe({"a": "1", "b": "1", "c": "1"}))
        self.expect(self.model, "111")
        self.assertFalse(self.model.observe({"a": "2", "b": "1", "c": "1"}))

    def test_an_end_during_a_reload_comes_before_or_after(self):
        self.assertTrue(self.model.reload_and_end(Span(1, 2), changed("a"), True))
        self.expect(self.model, "211")
        self.assertEqual({state.previous for state in self.model.states} >= {None}, True)
        self.assertTrue(self.model.reload_and_end(Span(3, 4), changed("b", "garbage"), False))
        self.expect(self.model, "211")
        self.assertFalse(self.model.reload_and_end(Span(3, 4), changed("b", "garbage"), True))

    def test_a_new_worker_that_is_killed_explains_a_failure(self):
        self.assertFalse(self.model.reload_and_end_new(Span(1, 2), changed("a"), False, False))
        self.assertTrue(self.model.reload_and_end_new(Span(1, 2), changed("a"), False, True))
        self.expect(self.model, "111")
        self.assertTrue(self.model.reload_and_end_new(Span(3, 4), changed("a"), True, True))
        self.expect(self.model, "211", "211")
        self.assertFalse(self.model.reload_and_end_new(Span(5, 6), changed("a", "garbage"), True, True))

    def test_wrong_models_are_found(self):
        broken = ServesBroken(GOOD)
        self.assertFalse(broken.reload(at(1), changed("a", "garbage"), False))
        staying = NeverGoesBack(GOOD)
        staying.reload(at(1), changed("a"), True)
        for time in (2, 3, 4):
            staying.end(at(time), "a")
        self.assertFalse(staying.observe({"a": "1", "b": "1", "c": "1"}))
        forgetting = ForgetsFailedReload(GOOD)
        forgetting.reload(at(1), changed("a", "garbage"), False)
        forgetting.end(at(2))
        self.assertFalse(forgetting.observe({"a": "1", "b": "1", "c": "1"}))
        self.assertEqual(len(WRONG), 3)

    def test_delays_grow_and_end(self):
        delay = RestartDelay()
        delays = []
        for time in range(5):
            delay.ready(time)
            delays.append(delay.end(time))
        self.assertEqual(delays, [0, 0.1, 0.2, 0.4, 0.8])
        delay.ready(10)
        self.assertEqual(delay.end(21), 0)


if __name__ == "__main__":
    unittest.main()
