import CleanseTestSupport
import Foundation
import Testing

@Suite("host diff", .blocking)
struct DiffTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A directory with some of the samples.
  private func addSamples(_ names: [String], to folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(of: folder), withIntermediateDirectories: true)
    try directory.copy(
      (names + ["TextFilterAPI", "WordCounting"]).map { "lib\($0).so" }, to: folder,
      from: Build.plugins)
  }

  /// A C plugin that measures rectangles.
  private func addGeometry(
    to folder: String, version: String = "1.0.0", functions: String = "", bindings: String
  ) throws {
    try directory.write([], to: "\(folder)/.keep")
    try CPlugin.compile(
      """
      #include "cleanse_plugin.h"
      static double area(double width) { return width; }
      \(functions)
      CLEANSE_PLUGIN("org.example.geometry", "\(version)", "Measures rectangles", "Ada") {
      \(bindings)
      }

      """, to: "\(folder)/libgeometry.so", in: directory)
  }

  private static let bindings = #"""
      CLEANSE_VALUE("double @geometry.width", double, 3);
      CLEANSE_BIND("double area(double width @geometry.width) @geometry.area", area, 0);
    """#

  @Test("shows an added and a removed plugin with all of their bindings")
  func plugins() throws {
    try addSamples(["Pipeline", "Wrap", "Number"], to: "old")
    try addSamples(["Pipeline", "Wrap", "Redact"], to: "new one")
    let text = try host("diff", "old", "new one", in: directory)
    #expect(text.status == 1)
    #expect(text.errors.isEmpty)
    expectGolden(text, "diff-plugins", in: directory)
    let markdown = try host("diff", "--format", "markdown", "old", "new one", in: directory)
    #expect(markdown.status == 1)
    expectGolden(markdown, "diff-markdown", in: directory)
    let kept = try host(
      "diff", "--format", "markdown", "--output", "diff.md", "old", "new one", in: directory)
    #expect(kept.status == 1)
    #expect(kept.output.isEmpty)
    #expect(try directory.bytes(of: "diff.md") == Array(markdown.output.utf8))
    #expect(try host("diff", "--output", "none/diff.md", "old", "old", in: directory).status == 3)
    let json = try host("diff", "--format", "json", "old", "new one", in: directory)
    #expect(json.status == 1)
    #expect(try json.json()["schema"] as? String == "cleanse-diff/1")
    #expect(!json.output.contains(directory.path))
    #expect(!json.output.contains(Build.root.path))
    expectGolden(json, "diff-json", in: directory)
  }

  @Test("shows the changed bindings of a plugin in another version")
  func rebuilt() throws {
    try addGeometry(to: "old", bindings: Self.bindings)
    try addGeometry(
      to: "new", version: "1.1.0",
      bindings: #"""
          CLEANSE_VALUE_WITH("double @geometry.width", CLEANSE_OVERRIDE, double, 3);
          CLEANSE_BIND("double area(double width @geometry.height) @geometry.area", area,
            CLEANSE_SHARED);
        """#)
    let run = try host("diff", "old", "new", in: directory)
    #expect(run.status == 1)
    expectGolden(
      run, "diff-rebuilt", in: directory,
      names: [
        try directory.digits(of: "old/libgeometry.so"): "<before>",
        try directory.digits(of: "new/libgeometry.so"): "<after>",
      ])
  }

  @Test("ignores a plugin's directory, and reports a changed line only on request")
  func directories() throws {
    try addGeometry(to: "old", bindings: Self.bindings)
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "far/away"), withIntermediateDirectories: true)
    try directory.copy("old/libgeometry.so", to: "far/away/libgeometry.so")
    let same = try host("diff", "--locations", "old", "far/away", in: directory)
    #expect(same.status == 0)
    #expect(same.errors.isEmpty)
    #expect(same.output == "no differences\n")
    try addGeometry(to: "moved", functions: "\n\n", bindings: Self.bindings)
    let moved = try host("diff", "old", "moved", in: directory)
    #expect(moved.output.hasSuffix("\ndifferences: 1 plugin\n"))
    #expect(moved.output.contains("digest: "))
    let located = try host("diff", "--locations", "old", "moved", in: directory)
    #expect(located.status == 1)
    #expect(located.output.contains("1 plugin, 2 bindings"))
    #expect(located.output.contains("    location: "))
  }

  @Test("compares a lock file with a directory without running any code")
  func lock() throws {
    try addGeometry(
      to: "plugins",
      functions: "#include <unistd.h>\n#include <fcntl.h>\n"
        + CPlugin.marking(directory.path(of: "marker")), bindings: Self.bindings)
    #expect(try host("lock", "plugins", in: directory).status == 0)
    let same = try host("diff", "plugins.lock", "plugins", in: directory)
    #expect(same.status == 0)
    #expect(
      same.output == "no differences (a lock file has no graph: only plugins were compared)\n")
    try addSamples(["Wrap"], to: "plugins")
    let other = try host("diff", "plugins.lock", "plugins", in: directory)
    #expect(other.status == 1)
    expectGolden(other, "diff-lock", in: directory)
    #expect(!directory.contains("marker"))
  }

  @Test("accepts a graph file in place of its plugins")
  func graph() throws {
    try addGeometry(to: "old", bindings: Self.bindings)
    try addGeometry(
      to: "new", version: "2.0.0",
      bindings:
        #"CLEANSE_BIND("double area(double width @geometry.width) @geometry.area", area, 0);"#
    )
    #expect(
      try host("fragment", "--output", "graphs", "old/libgeometry.so", in: directory).status == 0)
    let graph = "graphs/org.example.geometry.json"
    let same = try host("diff", "--locations", graph, "old", in: directory)
    #expect(same.status == 0, "\(same.transcript)")
    let other = try host("diff", graph, "new", in: directory)
    #expect(other.status == 1)
    #expect(try host("diff", "old", "new", in: directory).output == other.output)
    _ = try host("lock", "old", in: directory)
    #expect(try host("diff", "plugins.lock", graph, in: directory).status == 0)
    try directory.write("{".utf8, to: "broken.json")
    let broken = try host("diff", "broken.json", "old", in: directory)
    #expect(broken.status == 3)
    #expect(broken.output.isEmpty)
  }

  @Test("compares findings by their subjects")
  func findings() throws {
    let broken = try TemporaryDirectory(broken: ["DuplicateA", "DuplicateB", "Ending"])
    let other = try TemporaryDirectory(broken: ["DuplicateA", "MissingPlugin", "Ending"])
    let run = try host("diff", broken.path, other.path, in: directory)
    #expect(run.status == 1)
    expectGolden(run, "diff-findings", names: [broken.path: "<old>", other.path: "<new>"])
  }
}
