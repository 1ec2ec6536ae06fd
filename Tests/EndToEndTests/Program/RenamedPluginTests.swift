import CleanseTestSupport
import Foundation
import Testing

@Suite("A renamed plugin", .blocking)
struct RenamedPluginTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try compile("new", formerly: #"["org.example.old"]"#)
    try directory.write(
      #"{"plugins": {"org.example.old": {"options": {"width": 7}, "onFailure": "leave-out"}}}"#,
      to: "host.json")
  }

  private func compile(_ name: String, formerly: String) throws {
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>

      static int32_t \(name)(int32_t width) { return 2 * width; }

      CLEANSE_PLUGIN_WITH(
        "org.example.\(name)", "1.0.0", "Doubles a width", "Ada", CLEANSE_FORMERLY(\(formerly))
        CLEANSE_OPTIONS({"width": {"type": "int", "minimum": 1, "maximum": 9, "default": 2, "summary": "It"}})) {
        CLEANSE_BIND("int32 \(name)(int32 width @option.width) @\(name)", \(name), 0);
      }

      """, to: "\(name).so", in: directory)
  }

  @Test("keeps its settings, which host config and host show print")
  func settings() throws {
    let config = try host("config", ".", in: directory)
    #expect(
      config.output.contains(/plugins\.org\.example\.new\.options\.width +7 +host\.json:1/),
      "\(config.output)")
    #expect(!config.output.contains("no such plugin"))
    let show = try host("show", ".", "org.example.new", in: directory)
    #expect(show.output.contains(/formerly +org\.example\.old\n/), "\(show.output)")
    #expect(show.output.contains("width = 7: It (int from 1 to 9, host.json:1)"))
    let document = try host("show", "--format", "json", ".", "org.example.new", in: directory)
    let plugins = try #require(document.json()["plugins"] as? [[String: Any]])
    #expect(plugins.map { $0["formerly"] as? [String] } == [["org.example.old"]])
    #expect(try host("config", "--schema", ".", in: directory).output.contains("org.example.old"))
    let validation = try host("validate", "--set", "org.example.old.width=8", ".", in: directory)
    #expect(validation.status == 0 && !validation.errors.contains("unknown-plugin"))
    let disabled = try host("validate", "--without", "org.example.old", ".", in: directory)
    #expect(disabled.output.hasPrefix("1 plugin (1 disabled), "), "\(disabled.output)")
  }

  // Under the former identifier, a boundary did not keep the plugin apart.
  @Test("is kept apart by a boundary that names it by its former identifier")
  func boundary() throws {
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>

      static int32_t twice(int32_t number) { return 2 * number; }

      CLEANSE_PLUGIN("org.example.user", "1.0.0", "Uses it", "Ada") {
        CLEANSE_BIND("int32 twice(int32 number @new) @twice", twice, 0);
      }

      """, to: "user.so", in: directory)
    let islands =
      #"{"islands": {"a": {"plugins": ["org.example.IDENTIFIER"]}, "b": {"plugins": ["org.example.user"]}}}"#
    for identifier in ["old", "new"] {
      try directory.write(islands.replacing("IDENTIFIER", with: identifier), to: "host.json")
      let run = try host("validate", ".", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains("the islands `a` and `b` are merged"), "\(run.errors)")
    }
    let fragments = try host("fragment", "--no-config", "--output", "parts", ".", in: directory)
    try #require(fragments.status == 0, "\(fragments.errors)")
    try directory.write(islands.replacing("IDENTIFIER", with: "old"), to: "host.json")
    let linked = try host("validate", "--graph", "parts", in: directory)
    #expect(linked.errors.contains("the islands `a` and `b` are merged"), "\(linked.errors)")
  }

  @Test("is rejected beside the plugin that it replaces")
  func beside() throws {
    try compile("old", formerly: "[]")
    let run = try host("validate", ".", in: directory)
    // The setting under the old identifier is that of the old plugin, which is valid.
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "./new.so had the identifier org.example.old before, and ./old.so has it [plugin/former-identifier]"
      ), "\(run.errors)")
  }
}
