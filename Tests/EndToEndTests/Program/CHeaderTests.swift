import CleansePluginMetadata
import CleanseTestSupport
import Cleanse
import CleansePluginHost
import Foundation
import Testing

@Suite("cleanse_plugin.h", .blocking)
struct CHeaderTests {
  @Test("every compiler of the machine is tested, including those of Swift")
  func compilers() {
    #expect(CCompiler.all.prefix(2).map(\.testDescription) == ["clang", "clang++"])
  }

  @Test("each macro compiles in every standard without a warning", arguments: CCompiler.all)
  func standards(compiler: CCompiler) throws {
    let standards =
      compiler.isCPlusPlus ? ["c++11", "c++14", "c++17", "c++20"] : ["c99", "c11", "c17"]
    let directory = try TemporaryDirectory()
    for standard in standards {
      let strict = ["-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wmissing-declarations"]
      try compiler.compile(
        Self.everything, to: "\(standard).so", in: directory,
        ["-shared", "-fPIC", "-Werror", "-std=\(standard)"] + strict
          + (compiler.isCPlusPlus ? ["-Wold-style-cast"] : []))
    }
    try expectPlugins(standards.count, in: directory)
  }

  @Test("the note occurs once, whatever optimises, links and strips", arguments: CCompiler.all)
  func survival(compiler: CCompiler) throws {
    let directory = try TemporaryDirectory()
    let collecting = ["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]
    // A linker optimises only the files of its own compiler.
    let optimizing = compiler.isClang ? ["lld"] : ["bfd", "gold"]
    let linkers = compiler.isClang ? ["bfd", "gold", "lld"] : ["bfd", "gold"]
    var count = 0
    for linker in linkers {
      var variants = [["-O0"], collecting + ["-fvisibility=hidden", "-s"]]
      if optimizing.contains(linker) { variants += [collecting + ["-flto"]] }
      for variant in variants {
        try compiler.compile(
          Self.everything, to: "\(count).so", in: directory,
          ["-shared", "-fPIC", "-fuse-ld=\(linker)"] + variant)
        try Shell.run("strip --strip-all -o \(count)s.so \(count).so", in: directory)
        count += 1
      }
    }
    try expectPlugins(2 * count, in: directory)
  }

  /// Expects that the directory has so many plugins and nothing else; two notes would be an error.
  private func expectPlugins(_ count: Int, in directory: TemporaryDirectory) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".so") }
    #expect(files.count == count)
    // One by one, because all of them have the same identifier.
    for file in files {
      let inspections = try PluginHost(files: [directory.path(of: file)]).inspect()
      let inspection = try #require(inspections.first)
      // The only error is a missing requirement.
      #expect(inspection.diagnostics.map(\.code) == ["plugin/unmet-requirement"], "\(file)")
      guard case .rejected(let plugin?) = inspection.outcome else { continue }
      #expect(plugin.manifest.identifier == "org.example.everything")
      #expect(plugin.manifest.contributes == ["Command"])
      #expect(plugin.manifest.requires.map(\.identifier) == ["org.example.words"])
      #expect(plugin.stamp.language == "c" && plugin.stamp.abi == ABIStamp.host.abi)
    }
  }

  /// A plugin that uses each macro at least once, in the common subset of C and C++.
  private static let everything = #"""
    #include <cleanse_plugin.h>

    typedef struct point { double x; double y; } point;
    typedef struct counter { int32_t count; } counter;

    static double area(double width, double height) { return width * height; }

    static counter *make_counter(int32_t start, cleanse_error *error) {
      static counter only;
      if (start < 0) CLEANSE_FAIL(error, "it can't count from there");
      only.count = start;
      return &only;
    }

    static void destroy_counter(void *instance) { (void)instance; }

    CLEANSE_PLUGIN_WITH(
      "org.example.everything", "1.0.0", "Uses each macro, \\\"quoted\\\" too", "Ada",
      CLEANSE_CONTRIBUTES(["Command"]) CLEANSE_REQUIRES({"org.example.words": ">=1.0.0"})) {
      static const double weights[] = {1, 2, 3};
      CLEANSE_STRUCTURE("point { double x; double y; }");
      CLEANSE_HANDLE("counter", destroy_counter);
      CLEANSE_VALUE("double @geometry.width", double, 3);
      CLEANSE_VALUE("point @origin", struct point, {0, 0});
      CLEANSE_VALUE("point @corner", point, {3, 4});
      CLEANSE_VALUE("string @unit", const char *, "cm");
      CLEANSE_VALUE("double[] @weights", cleanse_array, {weights, 3});
      CLEANSE_VALUE_WITH("double @geometry.height", CLEANSE_OVERRIDE, double, 4);
      CLEANSE_VALUE_AT("point @corners", CLEANSE_CONTRIBUTE, -1, point, {0, 1});
      CLEANSE_DECLARE("double? @limit");
      CLEANSE_BIND("double area(double width @geometry.width, double height @geometry.height)",
                   area, 0);
      CLEANSE_BIND_AT("counter *make_counter(int32 start @start) throws", make_counter,
                      CLEANSE_SHARED | CLEANSE_OVERRIDE, 2);
    }

    """#
}
