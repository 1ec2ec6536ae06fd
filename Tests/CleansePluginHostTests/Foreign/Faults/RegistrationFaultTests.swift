@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginCABI
@testable import CleansePluginLoading
import CleansePluginHost
import CleanseTestSupport
import Testing

@Suite("Malformed registrations of C plugins")
struct RegistrationFaultTests {
  @Test(
    "each call is rejected and reported with its location, and with a caret where a text is wrong")
  func registrations() throws {
    let scratch = try TemporaryDirectory()
    let plugin = try ForeignPlugin(
      Self.registrations, declarations: Self.declarations, in: scratch)
    let findings = try plugin.probed()
    #expect(Set(findings.map(\.code)) == [.pluginMalformedSignature, .pluginMisusedTable])
    expectGolden(findings.report, "foreign-registrations")
    // Each call returns the failure, too, in each of the two recordings.
    let accepted = try plugin.address(of: "accepted").load(as: Int32.self)
    #expect(accepted == 0)
    let refused = try plugin.address(of: "refused").load(as: Int32.self)
    #expect(Int(refused) == 2 * findings.count)
  }

  @Test("a hundred errors are reported, and further ones are counted")
  func flood() throws {
    let plugin = try ForeignPlugin(
      "for (int i = 0; i < 100000; i++) CLEANSE_BIND(\"dubble f()\", abort, 0);",
      in: TemporaryDirectory())
    let findings = try plugin.probed()
    #expect(findings.count == 101)
    #expect(findings.prefix(100).allSatisfy { $0.code == .pluginMalformedSignature })
    #expect(findings.last?.message.hasSuffix("and 99900 more errors") == true)
  }

  @Test("a declaration has the file that it names, whatever the one before names")
  func files() throws {
    let findings = try ForeignPlugin(
      """
      const char *files[] = {"src/a.c", "b.c", 0, "b.c", "src/b.c", "src/b.c", "/", "src/a.c"};
      for (int i = 0; i < 8; i++) {
        double value = 1;
        cleanse_binding binding = {
          .size = sizeof binding, .signature = "dubble", .value = &value, .file = files[i],
          .line = i + 1};
        host->bind(binder, &binding);
      }
      """, in: TemporaryDirectory()
    ).probed()
    #expect(
      findings.compactMap(\.location).map { "\($0) in \($0.path)" } == [
        "a.c:1 in src/a.c", "b.c:2 in b.c", "unknown:3 in unknown", "b.c:4 in b.c",
        "b.c:5 in src/b.c", "b.c:6 in src/b.c", "unknown:7 in unknown", "a.c:8 in src/a.c",
      ])
  }

  // It took 20 seconds and 400 MB, and then said that the plugin had blocked the process that watches it.
  @Test(
    "too many declarations, and too many parameters, are one finding with the limit",
    arguments: [
      "for (int i = 0; i < 300000; i++) CLEANSE_VALUE(\"double @width\", double, 2);",
      """
      char text[1024] = "double area(double a";
      for (int i = 0; i < 120; i++) strcat(text, ", bool");
      strcat(text, ")");
      for (int i = 0; i < 20000; i++) CLEANSE_BIND(text, abort, 0);
      """,
    ])
  func tooMany(body: String) throws {
    let findings = try ForeignPlugin(body, in: TemporaryDirectory()).probed()
    #expect(findings.map(\.code) == ["plugin/probe-limit"])
    expectGolden(findings.report, "foreign-too-many")
  }

  @Test("too much text is one finding with the limit")
  func tooLong() throws {
    let findings = try ForeignPlugin(
      """
      char text[4097] = "double @";
      memset(text + 8, 'x', 200);
      memset(text + 208, ' ', 3800);
      double value = 1;
      cleanse_binding binding = {
        .size = sizeof binding, .signature = text, .value = &value, .file = "a.c"};
      for (int i = 0; i < 10000; i++) host->bind(binder, &binding);
      """, in: TemporaryDirectory()
    ).probed()
    #expect(findings.map(\.code) == ["plugin/probe-limit"])
    expectGolden(findings.report, "foreign-too-long")
  }

  // 4 KB of it were shown twice, without a mark.
  @Test("the path of a source file that none has is cut, with a mark")
  func longFile() throws {
    let findings = try ForeignPlugin(
      """
      char *file = malloc(100 << 20);
      memset(file, 'x', (100 << 20) - 1);
      file[(100 << 20) - 1] = 0;
      host->declare(binder, "dubble? @width", file, 7);
      free(file);
      """, in: TemporaryDirectory()
    ).probed()
    let location = try #require(findings.first?.location)
    #expect(location.line == 7 && location.path.utf8.count < 1000)
    #expect(location.path.hasPrefix("xxx") && location.path.contains(" characters …"))
    #expect(location.path.hasSuffix("xxx…") && location.file == location.path)
  }

  @Test("a rejected plugin binds nothing, and the plugin next to it is kept")
  func others() throws {
    let scratch = try TemporaryDirectory()
    let wrong = try ForeignPlugin(
      """
      CLEANSE_VALUE("double @width", double, 2);
      CLEANSE_VALUE("dubble @height", double, 3);
      """, named: "org.example.wrong", in: scratch)
    let right = try ForeignPlugin(
      "CLEANSE_VALUE(\"double @width\", double, 1);", named: "org.example.right", in: scratch)
    let composition = try PluginComposition([wrong, right])
    #expect(composition.rejections.map(\.code) == [.pluginMalformedSignature])
    #expect(composition.graph.bindings.compactMap(\.provenance.origin) == ["org.example.right"])
    #expect(throws: ValidationError.self) { _ = try composition.factory() }
    let fitting = PluginComposition(
      Workshop.self,
      plugins: try PluginHost(files: [wrong.path, right.path]).loadWithoutProbing(.largestThatFits))
    #expect(fitting.inspections.map(\.omission) == [.failing, nil])
    _ = try fitting.factory().build(())
  }

  @Test("a value has an order as a contribution, and a precedence as an override")
  func valueOrders() throws {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_VALUE_AT("double @weights", CLEANSE_CONTRIBUTE, -1, double, 2);
      CLEANSE_VALUE_WITH("double @weights", CLEANSE_CONTRIBUTE, double, 1);
      CLEANSE_VALUE_AT("double @height", CLEANSE_OVERRIDE, 2, double, 4);
      CLEANSE_VALUE_WITH("double @height", CLEANSE_OVERRIDE, double, 3);
      """, in: TemporaryDirectory())
    let bindings = try PluginComposition([plugin]).graph.bindings
    #expect(bindings.filter { $0.kind == .contribution }.map(\.order) == [-1, nil])
    #expect(bindings.filter { $0.key.tagName == "@height" }.map(\.override) == [2, 0])
  }

  @Test("a shared binding in an unscoped component is reported")
  func unscoped() throws {
    let plugin = try ForeignPlugin(
      """
      CLEANSE_VALUE_WITH("double @a", CLEANSE_SHARED, double, 1);
      """, in: TemporaryDirectory())
    let loaded = try plugin.loaded()
    var findings: [Diagnostic] = []
    _ = Recording(of: Workshop.self) { recorder in
      findings = loaded.configure(recorder, scope: Unscoped.self)
    }
    expectGolden(findings.report, "foreign-unscoped")
  }

  private static let declarations = """
    __attribute__((visibility("default"))) int accepted, refused;
    static void count(int32_t status) { ++*(status == CLEANSE_OK ? &accepted : &refused); }
    static double area(double width) { return width; }
    typedef void (*function)(void);
    static void destroy(void *instance) { (void)instance; }
    static cleanse_service bad_service = {sizeof bad_service, 0, 0, 0, 0, 0, 7};
    static void serve(const cleanse_host *host, cleanse_binder *binder, const char *signature,
                      function called, const void *value, uint32_t flags,
                      const cleanse_service *service, uint32_t line) {
      cleanse_binding binding = {
        sizeof binding, signature, called, value, flags, 0, "/src/plugin.c", line, 0, service};
      count(host->bind(binder, &binding));
    }
    static void bind(const cleanse_host *host, cleanse_binder *binder, const char *signature,
                     function called, const void *value, uint32_t flags, uint32_t line) {
      serve(host, binder, signature, called, value, flags, NULL, line);
    }
    #define FUNCTION(signature) \\
      bind(host, binder, signature, (function)area, NULL, 0, __LINE__)
    #define VALUE(key, ...) bind(host, binder, key, NULL, __VA_ARGS__, 0, __LINE__)
    """

  private static let registrations = """
      static const double number = 1;
      static char large[10241];
      static struct { char before; double unaligned; } __attribute__((packed)) packed;
      static const char *no_text, *bad_text = "\\xC3(";
      static const cleanse_array no_items = {NULL, 2}, many_items = {&number, SIZE_MAX};
      FUNCTION("dubble area(double width)");
      FUNCTION("double area(double width");
      FUNCTION("double area(double a, double a)");
      memset(large, 'a', 10240);
      FUNCTION(large);
      FUNCTION("double area(double wi\\ndth)");
      FUNCTION("double area(void width)");
      FUNCTION("void area(double width)");
      FUNCTION("int printf(const char *format, ...)");
      FUNCTION("double area(double width) @geo\\nmetry.area");
      FUNCTION(NULL);
      FUNCTION("");
      bind(host, binder, "double area(double width)", NULL, NULL, 0, __LINE__);
      bind(host, binder, "double area(double width)", (function)area, &number, 0, __LINE__);
      bind(host, binder, "double area(double width)", (function)area, NULL, 64, __LINE__);
      bind(host, binder, "double area(double width)", (function)area, NULL,
           CLEANSE_CONTRIBUTE | CLEANSE_OVERRIDE, __LINE__);
      serve(host, binder, "double area(double width)", (function)area, NULL, 0,
            &bad_service, __LINE__);
      serve(host, binder, "area *area(double width)", (function)area, NULL, CLEANSE_CONTRIBUTE,
            &bad_service, __LINE__);
      serve(host, binder, "area *area(double width)", (function)area, NULL, 0,
            &bad_service, __LINE__);
      bad_service.size = 8;
      serve(host, binder, "area *area(double width)", (function)area, NULL, 0,
            &bad_service, __LINE__);
      serve(host, binder, "double @number", NULL, &number, 0, &bad_service, __LINE__);
      VALUE("double area(double width)", &number);
      VALUE("string @label", &no_text);
      VALUE("string @label", &bad_text);
      VALUE("double[] @weights", &no_items);
      VALUE("double[] @weights", &many_items);
      VALUE("double @number", &packed.unaligned);
      count(host->bind(binder, NULL));
      count(host->bind(binder, (const cleanse_binding *)((uintptr_t)&number + 1)));
      cleanse_binding small = {8, "double @number", NULL, &number, 0, 0, __FILE__, __LINE__};
      count(host->bind(binder, &small));
      /* Without its last member. */
      small.size = offsetof(cleanse_binding, service);
      count(host->bind(binder, &small));
      count(CLEANSE_DECLARE("double @limit"));
      count(CLEANSE_DECLARE(NULL));
      count(CLEANSE_STRUCTURE("point { double x; dubble y; }"));
      count(CLEANSE_STRUCTURE("point { }"));
      count(CLEANSE_STRUCTURE("point { double x; double x; }"));
      count(CLEANSE_STRUCTURE(NULL));
      CLEANSE_STRUCTURE("point { double x; double y; }");
      count(CLEANSE_STRUCTURE("point { int32 x; }"));
      count(CLEANSE_HANDLE("counter", NULL));
      count(CLEANSE_HANDLE("counter *", destroy));
      count(CLEANSE_HANDLE("two words", destroy));
      count(CLEANSE_HANDLE("double", destroy));
      count(CLEANSE_HANDLE("", destroy));
      count(CLEANSE_HANDLE(NULL, destroy));
    """
}
