"""Tests of the model of islands: /usr/bin/python3 -B -m unittest discover -s Tests/ServeTorture"""

import unittest

from islands_model import WRONG, IslandsModel, KeepsFiles, ReplacesAll, Spreads, Survives

VERSIONS = {"a": "1", "b": "1"}


def serving(kind=IslandsModel):
    model = kind(VERSIONS)
    model.observe("a", 10)
    model.observe("b", 20)
    return model


class IslandsModelTests(unittest.TestCase):
    def test_an_end_replaces_the_process_of_its_island_alone(self):
        model = serving()
        model.end("a")
        self.assertIsNotNone(model.contradiction("a", 10, "1"))
        self.assertIsNone(model.contradiction("a", 11, "1"))
        self.assertIsNone(model.contradiction("b", 20, "1"))
        self.assertIsNotNone(model.contradiction("b", 21, "1"))

    def test_none_of_the_replaced_processes_serves_again(self):
        model = serving()
        model.end("a")
        model.reload({"a": "2", "b": "1"})
        self.assertIsNotNone(model.contradiction("a", 10, "2"))
        model.observe("a", 11)
        self.assertIsNotNone(model.contradiction("a", 12, "2"))

    def test_a_reload_replaces_what_has_changed(self):
        model = serving()
        model.reload({"a": "2", "b": "1"})
        self.assertIsNone(model.contradiction("a", 11, "2"))
        self.assertIsNotNone(model.contradiction("a", 11, "1"))
        self.assertIsNone(model.contradiction("b", 20, "1"))
        self.assertIsNotNone(model.contradiction("b", 21, "1"))

    def test_wrong_models_are_found(self):
        spreading = serving(Spreads)
        spreading.end("a")
        self.assertIsNotNone(spreading.contradiction("b", 20, "1"))
        surviving = serving(Survives)
        surviving.end("a")
        self.assertIsNotNone(surviving.contradiction("a", 11, "1"))
        replacing = serving(ReplacesAll)
        replacing.reload({"a": "2", "b": "1"})
        self.assertIsNotNone(replacing.contradiction("b", 20, "1"))
        keeping = serving(KeepsFiles)
        keeping.reload({"a": "2", "b": "1"})
        self.assertIsNotNone(keeping.contradiction("a", 11, "2"))
        self.assertEqual(len(WRONG), 4)


if __name__ == "__main__":
    unittest.main()
