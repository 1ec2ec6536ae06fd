@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

private enum Report: Cleanse.Tag {
  typealias Element = String
  static var name: String { "report" }
}

private enum Later: Cleanse.Tag {
  typealias Element = String
  static var name: String { "later" }
}

private enum Lines: Cleanse.Tag {
  typealias Element = [String]
  static var name: String { "lines" }
}

private struct Desk {
  let report: TaggedThrowingProvider<Report>
  let later: TaggedThrowingProvider<Later>
  let all: TaggedThrowingProvider<Lines>
}

private enum DeskComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(String.self).intoCollection().tagged(with: Lines.self).ordered(3)
      .to { "of Swift" }
  }

  static func configureRoot(binder bind: ReceiptBinder<Desk>) -> BindingReceipt<Desk> {
    bind.to(factory: Desk.init)
  }
}

@Suite("a C function that requests the elements of a collection one by one", .serialized)
struct ElementsCallTests {
  private func composed(
    _ registrations: String = Self.registrations
  ) throws -> PluginComposition<DeskComponent> {
    let plugin = try ForeignPlugin(
      registrations, declarations: Self.declarations, in: TemporaryDirectory())
    return PluginComposition(
      DeskComponent.self, plugins: try PluginHost(files: [plugin.path]).loadWithoutProbing())
  }

  @Test("gets the elements that can be created, and the error of each other one")
  func calls() throws {
    let desk = try composed().factory().build(())
    #expect(throws: ResolutionError.self) { try desk.all.get() }
    expectGolden(try desk.report.get(), "foreign-elements-report")
  }

  @Test("may be a method of the handle that keeps the collection")
  func kept() throws {
    let desk = try composed().factory().build(())
    #expect(try desk.later.get() == "first, -, of an array, and another, -, of Swift")
    // Each call gets its own array.
    #expect(try desk.later.get() == desk.later.get())
  }

  @Test("is the same request in a document, which is linked without the plugin")
  func document() throws {
    let composition = try composed()
    let document = GraphDocument(composition.combined)
    let read = try GraphDocument(json: document.json())
    let linked = try CombinedGraph(linking: [read])
    for graph in [composition.combined.graph, linked.graph] {
      let binding = try #require(graph.bindings.first { $0.key.cName == "report" })
      #expect(binding.requests.map(\.form) == [.throwingElements])
      #expect(binding.requests.map(\.key.typeName) == ["[String]"])
      #expect(graph.bindings(answering: 0, of: binding).count == 5)
    }
    #expect(linked.diagnostics.filter { $0.severity == .error } == [])
  }

  @Test("is reported with its C location if the collection has no binding")
  func missing() throws {
    let registrations = """
      CLEANSE_BIND("owned string report(string (*lines[])() throws @linse) @report", report, 0);
      CLEANSE_BIND("owned string report(string (*lines[])() throws @lines) @later", report, 0);
      """
    expectGolden(
      try (composed(registrations).diagnostics).report, "foreign-elements-missing")
  }

  private static let declarations = #"""
    #include <stdio.h>
    typedef char *line(cleanse_error *error);
    static const char *first(void) { return "first"; }
    static const char *broken(cleanse_error *error) {
      CLEANSE_FAIL(error, "out of ink");
      return NULL;
    }
    static cleanse_array several(void) {
      static const char *const items[] = {"of an array", "and another"};
      cleanse_array array = {items, 2};
      return array;
    }
    static cleanse_array torn(void) {
      cleanse_array array = {NULL, 3};
      return array;
    }
    typedef struct failure {
      cleanse_error error;
      char message[512];
    } failure;
    static void take(cleanse_error *error, const char *message) {
      failure *taken = (failure *)error;
      if (!error->failed) snprintf(taken->message, sizeof taken->message, "%s", message);
      error->failed = 1;
    }
    static char *joined(cleanse_array lines, const char *separator, int shows_errors) {
      line *const *items = lines.items;
      char *text = calloc(1, 8192);
      if (text == NULL) return NULL;
      for (size_t index = 0; index < lines.count; index++) {
        failure taken = {{sizeof taken.error, take, 0}, ""};
        char *made = items[index](&taken.error);
        if (index > 0) strcat(text, separator);
        if (!taken.error.failed) strcat(text, made);
        else if (made != NULL) strcat(text, "no null pointer");
        else strcat(text, shows_errors ? taken.message : "-");
        free(made);
      }
      return text;
    }
    static char *report(cleanse_array lines) { return joined(lines, "\n", 1); }
    typedef struct keeper { cleanse_array lines; } keeper;
    static keeper *make_keeper(cleanse_array lines) {
      keeper *made = malloc(sizeof *made);
      if (made != NULL) made->lines = lines;
      return made;
    }
    static char *later(const keeper *keeper) { return joined(keeper->lines, ", ", 0); }
    """#

  private static let registrations = """
    CLEANSE_HANDLE("keeper", free);
    CLEANSE_BIND("string first() @lines", first, CLEANSE_CONTRIBUTE);
    CLEANSE_BIND("string broken() throws @lines", broken, CLEANSE_CONTRIBUTE);
    CLEANSE_BIND_AT("string[] several() @lines", several, CLEANSE_CONTRIBUTE, 1);
    CLEANSE_BIND_AT("string[] torn() @lines", torn, CLEANSE_CONTRIBUTE, 2);
    CLEANSE_BIND("owned string report(string (*lines[])() throws @lines) @report", report, 0);
    CLEANSE_BIND("keeper *make_keeper(string (*lines[])() throws @lines)", make_keeper, 0);
    CLEANSE_BIND("owned string later(keeper *keeper) @later", later, 0);
    """
}
