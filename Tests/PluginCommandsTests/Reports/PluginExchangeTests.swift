@testable import CleanseGraph
@testable import GraphAnalysis
@testable import PluginCommands
import Testing

@Suite("What a plugin takes and gives")
struct PluginExchangeTests {
  private func exchange(of plugin: String, in made: MadeUpGraph) -> PluginExchange {
    PluginExchange(of: plugin, in: made.graph, answers: Answers(made.graph))
  }

  @Test(
    "what it asks others, the application or nobody for stands there, and not what it asks itself")
  func needs() {
    var made = MadeUpGraph(asking: ["A"])
    made.bind("A", by: "org.a", asking: ["B", "~C", "Own", "Missing", "?O"])
    made.bind("Own", by: "org.a", asking: ["B"])
    made.bind("B", by: "org.b")
    made.bind("C")
    made.bind("O", kind: .optional)
    #expect(
      exchange(of: "org.a", in: made).text(for: .none)
        == """
        NEEDS            FROM                        FOR  AT
        B                org.b                       A    org.a/M.swift:2
        WeakProvider<C>  the application             A    org.a/M.swift:2
        Missing          nothing binds it            A    org.a/M.swift:2
        O?               nothing, as it is optional  A    org.a/M.swift:2
        B                org.b                       Own  org.a/M.swift:3

        GIVES  TO               AS       AT
        A      the application  factory  org.a/M.swift:2
        Own    itself           factory  org.a/M.swift:3

        """)
  }

  @Test("what it gives is told with who uses it, what it replaces and what replaces it")
  func gives() {
    var made = MadeUpGraph(asking: ["[C]", "X"])
    made.bind("[C]", kind: .declaration)
    made.bind("[C]", by: "org.a", kind: .contribution)
    made.bind("X", by: "org.b")
    made.bind("X", by: "org.a", override: 0)
    made.bind("Y", by: "org.a")
    made.bind("Y", by: "org.b", override: 0)
    made.bind("Z", by: "org.a")
    made.bind("W", by: "org.a", asking: ["Z"])
    made.bind("V", by: "org.b", asking: ["W"])
    #expect(
      exchange(of: "org.a", in: made).text(for: .none)
        == """
        it asks others for nothing

        GIVES  TO                                            AS                                                AT
        [C]    the application                               contribution                                      org.a/M.swift:3
        X      the application                               factory, an override of org.b at org.b/M.swift:4  org.a/M.swift:5
        Y      nobody: org.b at org.b/M.swift:7 replaces it  factory, replaced                                 org.a/M.swift:6
        Z      itself                                        factory                                           org.a/M.swift:8
        W      org.b                                         factory                                           org.a/M.swift:9

        """)
  }

  @Test("a plugin without bindings takes and gives nothing")
  func nothing() {
    #expect(
      exchange(of: "org.a", in: MadeUpGraph()).text(for: .none)
        == "it asks others for nothing\n\nit binds nothing\n")
  }

  @Test("a plugin can be the one that brings the root")
  func root() {
    var made = MadeUpGraph()
    made.bind("App.Root", by: "org.a", override: 0)
    #expect(
      exchange(of: "org.a", in: made).provides.map(\.rootOf) == ["App"])
  }
}
