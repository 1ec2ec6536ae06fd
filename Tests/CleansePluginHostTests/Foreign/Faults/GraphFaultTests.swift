@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginHost
@testable import PluginLoading
import CleanseTestSupport
import Testing

private enum Width: Cleanse.Tag {
  typealias Element = Double
  static var name: String? { "width" }
}

private struct Sheet {
  let width: TaggedProvider<Width>
}

/// A component that has a part in a ring with C, and nothing else.
private enum RingComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Double.self).tagged(with: Width.self).to { (length: Float) in Double(length) }
  }

  static func configureRoot(binder bind: ReceiptBinder<Sheet>) -> BindingReceipt<Sheet> {
    bind.to(factory: Sheet.init)
  }
}

@Suite("plugins in C that don't fit together")
struct GraphFaultTests {
  private func report(_ sources: (String, declarations: String, body: String)...) throws -> String {
    let scratch = try TemporaryDirectory()
    let plugins = try sources.map {
      try ForeignPlugin($2, declarations: $1, named: "org.example.\($0)", in: scratch)
    }
    return try PluginComposition(plugins).report
  }

  @Test("what nothing binds is told with the line of C that asks for it")
  func missing() throws {
    expectGolden(
      try report(
        (
          "one", "static double area(double width) { return width; }",
          "CLEANSE_BIND(\"double area(double width @width)\", area, 0);"
        )), "foreign-missing")
  }

  @Test("one name that two of them bind is told with both lines")
  func duplicate() throws {
    let body = "CLEANSE_VALUE(\"double @width\", double, 1);"
    expectGolden(try report(("one", "", body), ("two", "", "\n\(body)")), "foreign-duplicate")
  }

  @Test("one name for different types is told with both lines")
  func types() throws {
    expectGolden(
      try report(
        ("one", "", "CLEANSE_VALUE(\"double @width\", double, 1);"),
        ("two", "", "CLEANSE_VALUE(\"int32 @width\", int32_t, 1);")), "foreign-types")
  }

  @Test("a handle that two of them destroy is told with both lines")
  func handles() throws {
    let declarations = """
      static void *make(void) { return malloc(8); }
      static void destroy(void *instance) { free(instance); }
      """
    func body(_ name: String) -> String {
      """
      CLEANSE_HANDLE("counter", destroy);
      CLEANSE_BIND("counter *make() @\(name)", make, 0);
      """
    }
    expectGolden(
      try report(("one", declarations, body("a")), ("two", declarations, body("b"))),
      "foreign-handles")
  }

  @Test("structures of one name with different fields never take each other's place")
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

  @Test("a ring through C and Swift names every hop")
  func ring() throws {
    let scratch = try TemporaryDirectory()
    let plugin = try ForeignPlugin(
      "CLEANSE_BIND(\"float length(double width @width)\", length, 0);",
      declarations: "static float length(double width) { return (float)width; }", in: scratch)
    let composition = PluginComposition(
      RingComponent.self, plugins: try PluginHost(files: [plugin.path]).load())
    expectGolden(composition.diagnostics.report, "foreign-cycle")
  }
}
