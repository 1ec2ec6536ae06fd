@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

private enum Width: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "width" }
}

private struct Sheet {
  let width: TaggedProvider<Width>
}

/// A component that has only its part of a cycle through C.
private enum CycleComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Double.self).tagged(with: Width.self).to { (length: Float) in Double(length) }
  }

  static func configureRoot(binder bind: ReceiptBinder<Sheet>) -> BindingReceipt<Sheet> {
    bind.to(factory: Sheet.init)
  }
}

@Suite("C plugins that don't fit together")
struct GraphFaultTests {
  private func report(_ sources: (String, declarations: String, body: String)...) throws -> String {
    let scratch = try TemporaryDirectory()
    let plugins = try sources.map {
      try ForeignPlugin($2, declarations: $1, named: "org.example.\($0)", in: scratch)
    }
    return try PluginComposition(plugins).report
  }

  @Test("a missing binding is reported with the C location of the request")
  func missing() throws {
    expectGolden(
      try report(
        (
          "one", "static double area(double width) { return width; }",
          "CLEANSE_BIND(\"double area(double width @width)\", area, 0);"
        )), "foreign-missing")
  }

  @Test("a duplicate binding is reported with both locations")
  func duplicate() throws {
    let body = "CLEANSE_VALUE(\"double @width\", double, 1);"
    expectGolden(try report(("one", "", body), ("two", "", "\n\(body)")), "foreign-duplicate")
  }

  @Test("a C name with two types is reported with both locations")
  func types() throws {
    expectGolden(
      try report(
        ("one", "", "CLEANSE_VALUE(\"double @width\", double, 1);"),
        ("two", "", "CLEANSE_VALUE(\"int32 @width\", int32_t, 1);")), "foreign-types")
  }

  private static let counter = """
    static void *make(void) { return malloc(8); }
    static void destroy(void *instance) { free(instance); }
    """

  /// A plugin that creates counters and destroys them.
  private static func counting(
    _ plugin: String, _ name: String
  ) -> (String, declarations: String, body: String) {
    (
      plugin, counter,
      """
      CLEANSE_HANDLE("counter", destroy);
      CLEANSE_BIND("counter *make() @\(name)", make, 0);
      """
    )
  }

  // They excluded each other, so an extension point could have the handles of one plugin only. Afterwards, a third one without
  // a destroy function excluded both.
  @Test("plugins that create instances of one handle fit together, with and without a destructor")
  func sharedHandle() throws {
    let constant = ("three", Self.counter, #"CLEANSE_BIND("counter *make() @c", make, 0);"#)
    let report = try report(Self.counting("one", "a"), Self.counting("two", "b"), constant)
    #expect(!report.contains("error: "), "\(report)")
    #expect(report.contains("counter * @b is never used"), "\(report)")
  }

  @Test("structures of one name with different fields are never interchanged")
  func structures() throws {
    let report = try report(
      (
        "one", "",
        """
        CLEANSE_STRUCTURE("point { double x; double y; }");
        CLEANSE_VALUE("point @origin", struct { double x; double y; }, {0, 0});
        """
      ),
      (
        "two", "static int32_t x(struct { char x; } point) { return point.x; }",
        """
        CLEANSE_STRUCTURE("point { int8 x; }");
        CLEANSE_BIND("int32 x(point origin @origin)", x, 0);
        """
      ))
    expectGolden(report, "foreign-structures")
  }

  @Test("a cycle through C and Swift names every hop")
  func cycle() throws {
    let scratch = try TemporaryDirectory()
    let plugin = try ForeignPlugin(
      "CLEANSE_BIND(\"float length(double width @width)\", length, 0);",
      declarations: "static float length(double width) { return (float)width; }", in: scratch)
    let composition = PluginComposition(
      CycleComponent.self, plugins: try PluginHost(files: [plugin.path]).loadWithoutProbing())
    expectGolden(composition.diagnostics.report, "foreign-cycle")
  }
}
