@testable import CleanseFindingReports
@testable import CleanseGraph
import CleanseSupport
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import Testing

@Suite("The report of host why")
struct WhyReportTests {
  private func report(_ name: String, in made: MadeUpGraph, limit: Int? = nil) -> WhyReport {
    WhyReport(MadeUpGraph.key(name), in: made.graph, limit: limit)
  }

  @Test("it shows which binding is in effect, and which ones are replaced")
  func overrides() {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K", scope: "Singleton")
    made.bind("K", by: "org.a", override: 0)
    made.bind("K", by: "org.b", override: 1)
    let report = report("K", in: made)
    #expect(report.status == .success)
    #expect(
      report.text(for: .none) == """
        K

        PROVIDED BY      LOCATION         ROLE                                                   MODULES
        the application  App/M.swift:2    factory, shared in Singleton, replaced                 -
        org.a            org.a/M.swift:3  factory, replaced                                      org.a.Module
        org.b            org.b/M.swift:4  factory, shared in Singleton, override (precedence 1)  org.b.Module

        REQUESTED BY  LOCATION       REQUEST  PLUGIN
        App.Root      App/M.swift:1  K        the application

        PATH FROM THE ROOT  LOCATION         PLUGIN
        App.Root            App/M.swift:1    the application
        └─ K                org.b/M.swift:4  org.b

        TIES TOGETHER           AS                                LOCATION
        org.b, the application  a binding of org.b                org.b/M.swift:4
        org.a, org.b            a key that one of them overrides  App/M.swift:2

        """)
  }

  @Test("a missing key is a finding, shown with the rejected plugin that would have bound it")
  func missing() {
    var made = MadeUpGraph(requesting: ["A"])
    made.bind("A", by: "org.a", requesting: ["K", "?K"])
    made.dropped = [
      .init(
        key: MadeUpGraph.key("K"), location: SourceLocation(file: "B.swift", path: "", line: 3),
        provenance: Provenance(origin: "org.b"))
    ]
    let report = report("K", in: made)
    #expect(report.status == .findings)
    #expect(
      report.text(for: .none) == """
        K

        no binding
        org.b would bind it at B.swift:3, but was rejected

        REQUESTED BY  LOCATION         REQUEST  PLUGIN
        A             org.a/M.swift:2  K        org.a
        A             org.a/M.swift:2  K?       org.a

        PATH FROM THE ROOT  LOCATION         PLUGIN
        App.Root            App/M.swift:1    the application
        └─ A                org.a/M.swift:2  org.a
           └─ K             no binding

        """)
  }

  @Test("a decorator is shown as one, and as a dependent of what it wraps")
  func decorator() {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K", scope: "Singleton")
    made.bind("K", by: "org.a", requesting: ["K"], kind: .decorator)
    let report = report("K", in: made)
    #expect(report.status == .success)
    #expect(
      report.text(for: .none) == """
        K

        PROVIDED BY      LOCATION         ROLE                                     MODULES
        the application  App/M.swift:2    factory, shared in Singleton             -
        org.a            org.a/M.swift:3  decorator, order 0, shared in Singleton  org.a.Module

        REQUESTED BY  LOCATION         REQUEST  PLUGIN
        App.Root      App/M.swift:1    K        the application
        K             org.a/M.swift:3  K        org.a

        PATH FROM THE ROOT  LOCATION         PLUGIN
        App.Root            App/M.swift:1    the application
        └─ K                org.a/M.swift:3  org.a
           └─ K             App/M.swift:2    the application

        TIES TOGETHER           AS                  LOCATION
        org.a, the application  a binding of org.a  org.a/M.swift:3

        """)
  }

  // Decorators were in the order of the files, without their numbers, and a path ended at the last one.
  @Test("decorators are in the order in which they are applied, and the path leads through them")
  func decorators() throws {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K", by: "org.a", requesting: ["K"], kind: .decorator, order: 2)
    made.bind("K", by: "org.b", requesting: ["K"], kind: .decorator, order: -1)
    made.bind("K", by: "org.c", requesting: ["K"], kind: .decorator)
    made.bind("K")
    let report = report("K", in: made)
    #expect(report.bindings.map(\.binding.plugin) == [nil, "org.b", "org.c", "org.a"])
    #expect(report.bindings.map(\.order) == [nil, -1, 0, 2])
    #expect(report.bindings[1].role == "decorator, order -1")
    let path = try #require(report.paths.first)
    #expect(path.map(\.binding?.plugin) == [nil, "org.a", "org.c", "org.b", nil])
    #expect(path.last?.binding?.location?.line == 5)
  }

  @Test("a decorator of an optional without a binding is last, and on no path")
  func unappliedDecorator() {
    var made = MadeUpGraph(requesting: ["?K"])
    made.bind("K", by: "org.a", requesting: ["K"], kind: .decorator)
    made.bind("K", kind: .optional)
    let report = report("K", in: made)
    #expect(
      report.bindings.map(\.role) == [
        "optional declaration", "decorator, order 0, no value to wrap",
      ])
    #expect(report.paths.first?.last?.count == 0)
  }

  // The decorator itself counted as the binding that it requires.
  @Test("a decorator without a target has a missing key")
  func decoratorWithoutTarget() {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K", by: "org.a", requesting: ["K"], kind: .decorator)
    #expect(report("K", in: made).status == .findings)
  }

  @Test("an unreachable key is shown as such, with the reason")
  func unreached() {
    var made = MadeUpGraph()
    made.bind("K")
    #expect(report("K", in: made).text(for: .none).hasSuffix("\nnot reachable from the root\n"))
    #expect(report("K", in: made).text(for: .none).contains("\nno dependents\n"))
    made.bind("L", requesting: ["K"])
    #expect(
      report("K", in: made).text(for: .none).hasSuffix(
        "\nnot reachable from the root, nor are its dependents\n"))
    #expect(report("K", in: made).status == .success)
  }

  @Test("a key that is declared optional is not missing")
  func optional() {
    var made = MadeUpGraph(requesting: ["?K"])
    #expect(report("K", in: made).status == .findings)
    made.bind("K", kind: .optional)
    #expect(report("K", in: made).status == .success)
    #expect(report("K", in: made).text(for: .none).contains("optional declaration"))
  }

  @Test("paths are listed up to the limit, with a remark if there are more")
  func allPaths() {
    var made = MadeUpGraph(requesting: ["A", "B", "C"])
    for name in ["A", "B", "C"] { made.bind(name, requesting: ["K"]) }
    made.bind("K")
    let all = report("K", in: made, limit: 3)
    #expect(all.paths.count == 3)
    #expect(!all.hasMorePaths)
    #expect(
      all.text(for: .none).hasSuffix(
        """
        PATHS FROM THE ROOT  LOCATION       PLUGIN
        App.Root             App/M.swift:1  the application
        ├─ A                 App/M.swift:2  the application
        │  └─ K              App/M.swift:5  the application
        ├─ B                 App/M.swift:3  the application
        │  └─ K              App/M.swift:5  the application
        └─ C                 App/M.swift:4  the application
           └─ K              App/M.swift:5  the application
        3 paths

        """))
    let some = report("K", in: made, limit: 2)
    #expect(some.paths.count == 2)
    #expect(some.hasMorePaths)
    #expect(
      some.text(for: .none).hasSuffix("\n2 paths, and more: --all-paths=N shows up to N\n")
    )
    #expect(report("K", in: made).paths.count == 1)
  }

  @Test("with subcomponents, it shows the component of each binding")
  func components() {
    var made = MadeUpGraph(requesting: ["F"])
    let child = made.addComponent("Inner", root: "I")
    made.bind("F", kind: .subcomponent, making: child)
    made.bind("I", by: "org.a", requesting: ["K"], component: child)
    made.bind("K")
    let text = report("I", in: made).text(for: .none)
    #expect(text.contains("it is the root of Inner\n"))
    #expect(
      text.contains(
        "F             App/M.swift:2  root of its component  App        the application"))
    #expect(text.contains("└─ F                App/M.swift:2    App        the application"))
    #expect(text.contains("   └─ I             org.a/M.swift:3  Inner      org.a"))
  }

  @Test("names can't act on the terminal, nor forge a row")
  func hostile() throws {
    let name = "K\u{1B}[2J\n└─ forged\u{202E}"
    var made = MadeUpGraph(requesting: [name])
    made.bind(name, by: "org.\u{1B}[31m\n")
    for limit in [nil, 5] {
      let report = report(name, in: made, limit: limit)
      let text = report.text(for: Terminal(width: 80, hasColor: false))
      #expect(!text.unicodeScalars.contains { $0 != "\n" && PlainText.acts($0) })
      #expect(!text.contains("\n└─ forged"))
      #expect(try !JSONOutput.text(of: report).contains("\u{1B}"))
    }
  }

  @Test("a key with 50,000 dependents is shown")
  func large() throws {
    var made = MadeUpGraph(requesting: ["N0"])
    for index in 0..<50_000 {
      made.bind("N\(index)", by: "p\(index % 20)", requesting: ["N\(index + 1)", "K"])
    }
    made.bind("N50000")
    made.bind("K")
    let report = report("K", in: made, limit: 100)
    #expect(report.dependents.count == 50_000)
    #expect(report.paths.count == 100)
    #expect(report.paths[99].count == 102)
    #expect(report.hasMorePaths)
  }
}
