@testable import CleanseGraph
@testable import CleansePluginLoading
import CleansePluginHost
import CleanseTestSupport
import Testing

@Suite("Malformed decorators of C plugins")
struct DecoratorFaultTests {
  @Test("each is rejected with its location: without a request of its key, or with other flags")
  func registrations() throws {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_BIND("double area(float width)", area, CLEANSE_DECORATE);
      CLEANSE_BIND("double area(double width @other) @width", area, CLEANSE_DECORATE);
      CLEANSE_BIND("double area(double width)", area, CLEANSE_DECORATE | CLEANSE_CONTRIBUTE);
      CLEANSE_BIND("double area(double width)", area, CLEANSE_DECORATE | CLEANSE_OVERRIDE);
      cleanse_binding served = {
        sizeof served, "shape *made(shape *inner)", (void (*)(void))made, NULL, CLEANSE_DECORATE,
        0, __FILE__, __LINE__, 0, &service};
      host->bind(binder, &served);
      CLEANSE_VALUE_WITH("double @width", CLEANSE_DECORATE, double, 1);
      """,
      declarations: """
        static double area(double width) { return width; }
        static void *made(void *inner) { return inner; }
        static const cleanse_service service = {sizeof service, 0, 0, 0, 0, 0, CLEANSE_IGNORE};
        """, in: TemporaryDirectory())
    let findings = try plugin.probed()
    #expect(Set(findings.map(\.code)) == [.decoratorWithoutRequest, "plugin/invalid-call"])
    expectGolden(findings.report, "foreign-decorators")
  }

  // They were accepted, and each command that ran the component failed, with another plugin named as the cause.
  @Test("those of commands, health checks and validators are rejected, as is any request of these")
  func extensionPoints() throws {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_BIND("cleanse_command *[] all(cleanse_command *[] commands)", all, CLEANSE_DECORATE);
      CLEANSE_BIND("cleanse_validator *[] all(cleanse_validator *[] v)", all, CLEANSE_DECORATE);
      CLEANSE_BIND("uint64 count(cleanse_health_check *[] checks) @count", count, 0);
      """,
      declarations: """
        static cleanse_array all(cleanse_array items) { return items; }
        static uint64_t count(cleanse_array items) { return items.count; }
        """, in: TemporaryDirectory())
    let findings = try plugin.probed()
    #expect(Set(findings.map(\.code)) == ["plugin/invalid-call"])
    expectGolden(findings.report, "foreign-extension-points")
  }

  @Test("one that is accepted wraps what another plugin binds, whichever comes first")
  func accepted() throws {
    let scratch = try TemporaryDirectory()
    let decorator = try ForeignPlugin(
      """
      CLEANSE_BIND_AT("double doubled(double width @width) @width", doubled, CLEANSE_DECORATE, 1);
      """, declarations: "static double doubled(double width) { return 2 * width; }",
      named: "org.example.a", in: scratch)
    let value = try ForeignPlugin(
      "CLEANSE_VALUE(\"double @width\", double, 21);", named: "org.example.b", in: scratch)
    let composition = try PluginComposition([decorator, value])
    #expect(composition.rejections.isEmpty)
    let graph = composition.graph
    let binding = try #require(graph.bindings.first { $0.kind == .decorator })
    #expect(binding.provenance.origin == "org.example.a")
    #expect(binding.order == 1)
    let wrapped = graph.bindings(answering: RequestIndex(0), of: binding)
    #expect(wrapped.map(\.provenance.origin) == ["org.example.b"])
    _ = try composition.factory().build(())
  }
}
