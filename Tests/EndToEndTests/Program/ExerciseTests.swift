import CleanseTestSupport
import Foundation
import Testing

@Suite("host validate and probe with --exercise", .blocking)
struct ExerciseTests {
  private static let values = #"""
    #include "cleanse_plugin.h"
    CLEANSE_PLUGIN("org.example.values", "1.0.0", "Binds a width", "Ada") {
      CLEANSE_VALUE("double @geometry.width", double, 3);
    }

    """#

  private static func geometry(_ functions: String, _ bindings: String) -> String {
    """
    #include "cleanse_plugin.h"
    #include <stdlib.h>
    \(functions)
    CLEANSE_PLUGIN("org.example.geometry", "1.0.0", "Measures rectangles", "Ada") {
    \(bindings)
    }

    """
  }

  @Test("reports the C factories that fail, and calls those that depend on other plugins")
  func failing() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(Self.values, to: "libvalues.so", in: directory)
    let source = Self.geometry(
      #"""
      static double twice(double width) { return 2 * width; }
      static double half(double width, cleanse_error *error) {
        if (width > 0) CLEANSE_FAIL(error, "nothing is left");
        return 0;
      }
      static const char *name(double half) { (void)half; return NULL; }
      static const char *empty(void) { return NULL; }
      static double lost(double x) { abort(); return x; }
      """#,
      #"""
        CLEANSE_BIND("double twice(double width @geometry.width) @twice", twice, CLEANSE_SHARED);
        CLEANSE_BIND("double half(double twice @twice) throws @half", half, 0);
        CLEANSE_BIND("string name(double half @half) @name", name, 0);
        CLEANSE_BIND("string empty() @empty", empty, 0);
        CLEANSE_BIND("double lost(double x @missing) @lost", lost, 0);
      """#)
    try CPlugin.compile(source, to: "libgeometry.so", in: directory)
    let run = try host("probe", "--exercise", "libgeometry.so", "libvalues.so", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "exercise-failing", in: directory)
    let plain = try host("probe", "libgeometry.so", "libvalues.so", in: directory)
    #expect(plain.errors.isEmpty)
    let inProcess = try host(
      "probe", "--exercise", "--in-process", "libgeometry.so", "libvalues.so", in: directory)
    #expect(inProcess.errors == run.errors)
  }

  @Test("attributes a crash of a factory to its plugin alone, and reports the others")
  func crashing() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(Self.values, to: "libvalues.so", in: directory)
    let source = Self.geometry(
      """
      static double crash(double width) { return width + *(volatile double *)8; }
      static double fail(cleanse_error *error) { CLEANSE_FAIL(error, "as intended"); return 0; }
      static double wider(double width) { return width + 1; }
      """,
      #"""
        CLEANSE_BIND("double crash(double width @geometry.width) @crash", crash, 0);
        CLEANSE_BIND("double fail() throws @fail", fail, 0);
        CLEANSE_BIND("double wider(double width @crash) @wider", wider, 0);
      """#)
    try CPlugin.compile(source, to: "libgeometry.so", in: directory)
    #expect(try host("validate", ".", in: directory).status == 0)
    let run = try host("validate", "--exercise", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "exercise-crashing", in: directory)
  }

  @Test("compares the names of commands with the manifest")
  func commandNames() throws {
    let directory = try TemporaryDirectory()
    var plugin = OptionPlugin()
    plugin.command = "print"
    plugin.listing = #"{"Command": [{"name": "prnt", "summary": "prints"}]}"#
    try plugin.build("printing.so", in: directory)
    let run = try host("validate", "--exercise", ".", in: directory)
    expectGolden(run, "exercise-names", in: directory)
    let probe = try host("probe", "--exercise", "printing.so", in: directory)
    let inProcess = try host("probe", "--exercise", "--in-process", "printing.so", in: directory)
    #expect(inProcess.errors == probe.errors)
    #expect(try host("validate", ".", in: directory).errors.isEmpty)
  }
}
