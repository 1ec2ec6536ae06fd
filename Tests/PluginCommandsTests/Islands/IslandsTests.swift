@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("Islands")
struct IslandsTests {
  /// The plugins of each island; one with the application ends with `app`.
  private func islands(_ made: MadeUpGraph) -> [[String]] {
    Islands(of: made.graph).all.map { $0.plugins + ($0.hasApplication ? ["app"] : []) }
  }

  private func ties(of plugin: String, in made: MadeUpGraph) -> [IslandTie] {
    IslandTie.all(inIslandsOf: [plugin], Islands(of: made.graph), in: made.graph)
  }

  @Test("plugins that share nothing are in islands of their own")
  func separate() {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Size"], scope: "Singleton")
    made.bind("B", by: "b", requesting: ["Size"], scope: "Singleton")
    // Each process makes its own.
    made.bind("Size", requesting: ["Text"])
    made.bind("Text", source: .value)
    #expect(islands(made) == [["a"], ["b"]])
    #expect(ties(of: "a", in: made).isEmpty)
  }

  @Test(
    "a shared instance of the application ties its users, also through other bindings of the application"
  )
  func sharedInstance() {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Client"])
    made.bind("B", by: "b", requesting: ["~Pool"])
    made.bind("C", by: "c")
    made.bind("Client", requesting: ["Pool"])
    made.bind("Pool", scope: "Singleton")
    #expect(islands(made) == [["a", "b"], ["c"]])
    let tie = ties(of: "a", in: made)
    #expect(tie.map(\.kind) == [.sharedInstance])
    #expect(tie.first?.binding?.key == "Pool")
    #expect(tie.first?.plugins == ["a", "b"])
  }

  @Test("one per process ties nothing, but what it depends on does")
  func perProcess() {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Pool"])
    made.bind("B", by: "b", requesting: ["Pool"])
    made.bind("Pool", requesting: ["Settings"], scope: "Singleton", perProcess: true)
    var shared = made
    made.bind("Settings")
    #expect(islands(made) == [["a"], ["b"]])
    shared.bind("Settings", scope: "Singleton")
    #expect(islands(shared) == [["a", "b"]])
  }

  @Test("a service of the application that each process runs ties all plugins with what it uses")
  func serviceOfEachProcess() {
    var made = MadeUpGraph()
    made.bind("A", by: "a")
    made.bind("B", by: "b")
    made.bind("Reporter", requesting: ["Log"], scope: "S", perProcess: true, isService: true)
    var shared = made
    made.bind("Log", scope: "S", perProcess: true)
    #expect(islands(made) == [["a"], ["b"]])
    shared.bind("Log", scope: "S")
    #expect(islands(shared) == [["a", "b", "app"]])
  }

  @Test("a plugin is tied to one whose binding it uses, and not to one that it leaves alone")
  func use() {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["B"])
    made.bind("B", by: "b")
    made.bind("C", by: "c")
    #expect(islands(made) == [["a", "b"], ["c"]])
    #expect(ties(of: "a", in: made).map(\.kind) == [.binding])
    #expect(ties(of: "b", in: made).map(\.plugins) == [["b", "a"]])
  }

  @Test("overrides and decorators tie the plugins whose bindings they replace and wrap")
  func overrides() {
    var made = MadeUpGraph()
    made.bind("K", by: "a")
    made.bind("K", by: "b", override: 1)
    made.bind("D", by: "c")
    made.bind("D", by: "d", requesting: ["D"], kind: .decorator)
    // The application's own: it replaces and wraps in each process.
    made.bind("E", by: "e")
    made.bind("E", override: 0)
    #expect(islands(made) == [["a", "b"], ["c", "d"], ["e"]])
    #expect(ties(of: "a", in: made).map(\.kind) == [.override])
  }

  @Test("what the application collects ties plugins unless each process has its own collection")
  func collections() {
    for isPerProcess in [false, true] {
      var made = MadeUpGraph(requesting: ["[C]"])
      made.bind("[C]", kind: .declaration, perProcess: isPerProcess)
      made.bind("[C]", by: "a", kind: .contribution)
      made.bind("[C]", by: "b", kind: .contribution)
      made.bind("C", by: "c")
      #expect(
        islands(made) == (isPerProcess ? [["a"], ["b"], ["c"]] : [["a", "b", "app"], ["c"]]))
      // A plugin that requests the collection gets the contributions of all.
      made.bind("D", by: "d", requesting: ["[C]"])
      #expect(islands(made).first == ["a", "b", "d"] + (isPerProcess ? [] : ["app"]))
    }
  }

  @Test("those who contribute to a subcomponent are tied by the plugin that builds it")
  func subcomponents() {
    var made = MadeUpGraph()
    let page = made.addComponent("Page", root: "Root")
    made.bind("Pages", making: page)
    made.bind("Root", requesting: ["[Part]", "Cache"], component: page)
    made.bind("Cache", scope: "PageScope", component: page)
    made.bind("[Part]", by: "a", requesting: ["Cache"], kind: .contribution, component: page)
    made.bind("[Part]", by: "b", requesting: ["Cache"], kind: .contribution, component: page)
    // As long as no plugin builds the component, no instance is shared.
    #expect(islands(made) == [["a"], ["b"]])
    made.bind("C", by: "c", requesting: ["Pages"])
    #expect(islands(made) == [["a", "b", "c"]])
  }

  @Test(
    "an object that is bound as a value ties its users, and so does a provider whose behavior is unknown"
  )
  func valuesAndProviders() {
    for (name, source, isTied) in [
      ("TheObject", Binding.Source.value, true), ("Text", .value, false), ("Text", .provider, true),
    ] {
      var made = MadeUpGraph()
      made.bind("A", by: "a", requesting: [name])
      made.bind("B", by: "b", requesting: [name])
      made.bind(name, source: source)
      #expect(islands(made) == (isTied ? [["a", "b"]] : [["a"], ["b"]]))
    }
  }

  @Test(
    "the application is tied to a plugin that provides its root, and a plugin can't declare what is per process"
  )
  func root() {
    var made = MadeUpGraph()
    made.bind("App.Root", by: "a", override: 0)
    made.bind("B", by: "b")
    #expect(islands(made) == [["a", "app"], ["b"]])
    var declared = MadeUpGraph(requesting: ["[C]"])
    declared.bind("[C]", by: "a", kind: .declaration, perProcess: true)
    declared.bind("[C]", by: "a", kind: .contribution)
    declared.bind("[C]", by: "b", kind: .contribution)
    #expect(islands(declared) == [["a", "b", "app"]])
  }

  @Test("services of the application share state with plugins in its own process")
  func application() {
    var made = MadeUpGraph()
    made.bind("Server", requesting: ["Pool"], scope: "S", isService: true)
    made.bind("Pool", scope: "S")
    made.bind("A", by: "a", requesting: ["Pool"])
    made.bind("B", by: "b")
    #expect(islands(made) == [["a", "app"], ["b"]])
    #expect(ties(of: "a", in: made).map(\.hasApplication) == [true])
  }
}
