import CleanseFindingReports
@testable import CleanseGraph
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import Testing

@Suite("What a plugin requires and provides")
struct PluginExchangeTests {
  private func exchange(of plugin: String, in made: MadeUpGraph) -> PluginExchange {
    PluginExchange(of: plugin, in: made.graph, table: RequestTable(made.graph))
  }

  @Test(
    "requests to others, to the application and of missing keys are listed, but not internal ones")
  func needs() {
    var made = MadeUpGraph(requesting: ["A"])
    made.bind("A", by: "org.a", requesting: ["B", "~C", "Own", "Missing", "?O"])
    made.bind("Own", by: "org.a", requesting: ["B"])
    made.bind("B", by: "org.b")
    made.bind("C")
    made.bind("O", kind: .optional)
    #expect(
      exchange(of: "org.a", in: made).text(for: .none)
        == """
        REQUIRES         PROVIDED BY            REQUESTED BY  LOCATION
        B                org.b                  A             org.a/M.swift:2
        WeakProvider<C>  the application        A             org.a/M.swift:2
        Missing          no binding             A             org.a/M.swift:2
        O?               no binding (optional)  A             org.a/M.swift:2
        B                org.b                  Own           org.a/M.swift:3

        PROVIDES  REQUESTED BY     ROLE     LOCATION
        A         the application  factory  org.a/M.swift:2
        Own       itself           factory  org.a/M.swift:3

        """)
  }

  @Test("provisions are listed with their dependents, what they replace and what replaces them")
  func gives() {
    var made = MadeUpGraph(requesting: ["[C]", "X"])
    made.bind("[C]", kind: .declaration)
    made.bind("[C]", by: "org.a", kind: .contribution)
    made.bind("X", by: "org.b")
    made.bind("X", by: "org.a", override: 0)
    made.bind("Y", by: "org.a")
    made.bind("Y", by: "org.b", override: 0)
    made.bind("Z", by: "org.a")
    made.bind("W", by: "org.a", requesting: ["Z"])
    made.bind("V", by: "org.b", requesting: ["W"])
    #expect(
      exchange(of: "org.a", in: made).text(for: .none)
        == """
        requires nothing from other plugins or the application

        PROVIDES  REQUESTED BY                          ROLE                                           LOCATION
        [C]       the application                       contribution                                   org.a/M.swift:3
        X         the application                       factory, override of org.b at org.b/M.swift:4  org.a/M.swift:5
        Y         replaced by org.b at org.b/M.swift:7  factory, replaced                              org.a/M.swift:6
        Z         itself                                factory                                        org.a/M.swift:8
        W         org.b                                 factory                                        org.a/M.swift:9

        """)
  }

  // The plugin of a decorator required its own decorator, and what it wraps was unused.
  @Test("a decorator requires what it wraps, and provides its result to the others")
  func decorators() {
    var made = MadeUpGraph(requesting: ["X"])
    made.bind("X", by: "org.a", requesting: ["X"], kind: .decorator)
    made.bind("X", by: "org.b")
    #expect(
      exchange(of: "org.a", in: made).text(for: .none)
        == """
        REQUIRES  PROVIDED BY  REQUESTED BY  LOCATION
        X         org.b        X             org.a/M.swift:2

        PROVIDES  REQUESTED BY     ROLE                LOCATION
        X         the application  decorator, order 0  org.a/M.swift:2

        """)
    #expect(
      exchange(of: "org.b", in: made).text(for: .none)
        == """
        requires nothing from other plugins or the application

        PROVIDES  REQUESTED BY  ROLE     LOCATION
        X         org.a         factory  org.b/M.swift:3

        """)
  }

  @Test("a plugin without bindings requires and provides nothing")
  func nothing() {
    #expect(
      exchange(of: "org.a", in: MadeUpGraph()).text(for: .none)
        == "requires nothing from other plugins or the application\n\nprovides nothing\n")
  }

  @Test("a plugin can provide the root")
  func root() {
    var made = MadeUpGraph()
    made.bind("App.Root", by: "org.a", override: 0)
    #expect(
      exchange(of: "org.a", in: made).provides.map(\.rootOf) == ["App"])
  }
}
