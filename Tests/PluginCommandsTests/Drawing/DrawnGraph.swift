@testable import CleanseGraph
@testable import CleanseGraphRendering

/// Made-up graphs.
struct DrawnGraph {
  var components = [
    BindingGraph.Component(name: "App.Component", scope: "Cleanse.Singleton", root: key("App.Root"))
  ]
  var bindings: [Binding] = []
  var dropped: [BindingGraph.Dropped] = []
  var rejections: [GraphDrawing.Rejection] = []

  static func key(_ name: String, tag: String? = nil) -> Key {
    Key(type: name, tag: tag, typeName: name, tagName: tag)
  }

  /// Adds a binding on a line of its own.
  mutating func add(
    _ name: String, _ kind: Binding.Kind = .single, from origin: String? = nil,
    tag: String? = nil, in component: ComponentIndex = 0, requests: [(String, RequestForm)] = [],
    _ change: (inout Binding) -> Void = { _ in }
  ) {
    let module = origin?.split(separator: ".").last.map(String.init) ?? "App"
    var binding = Binding(
      id: BindingIndex(bindings.count), component: component, key: Self.key(name, tag: tag),
      kind: kind,
      location: SourceLocation(
        file: "\(module)/\(module).swift", path: "/src/\(module).swift", line: bindings.count + 1),
      provenance: Provenance(origin: origin, modules: ["\(module).Module"]),
      requests: requests.map { Request(key: Self.key($0.0), form: $0.1) }, source: .factory)
    change(&binding)
    bindings.append(binding)
  }

  var graph: BindingGraph {
    BindingGraph(components: components, bindings: bindings, dropped: dropped)
  }

  /// - Parameter findings: The findings about it.
  func drawing(
    _ findings: [Diagnostic] = [], by grouping: GraphDrawing.Grouping = .plugin
  ) -> GraphDrawing {
    GraphDrawing(
      of: graph, findings: rejections.flatMap(\.findings) + findings, ofGraph: Set(findings),
      rejections: rejections, by: grouping)
  }
}

extension DrawnGraph {
  private static let (ann, bob, eve) = ("org.example.ann", "org.example.bob", "org.example.eve")

  /// One of everything that is drawn, from the plugins ann and bob; eve was rejected.
  static var ofEverything: DrawnGraph {
    var made = DrawnGraph()
    made.components.append(.init(name: "App.Inner", root: key("App.Session"), parent: 0))
    made.add(
      "App.Root",
      requests: [
        ("[any App.Command]", .instance), ("Ann.Store", .provider), ("App.Log", .optional),
        ("App.Cache", .weakProvider), ("Eve.Gone", .instance), ("Bob.Clock", .function),
        ("ComponentFactory<App.Inner>", .instance), ("Ann.Ping", .instance),
      ])
    made.add("[any App.Command]", .declaration)
    made.add("[any App.Command]", .contribution, from: ann, requests: [("Ann.Store", .instance)])
    made.add("[any App.Command]", .contribution, from: bob) { $0.source = .value }
    made.add("Ann.Store", from: ann) { $0.scope = "Cleanse.Singleton" }
    made.add("Ann.Store", from: bob, requests: [("Eve.Gone", .instance)]) { $0.override = 0 }
    made.add("App.Log", .optional)
    made.add("App.Cache") { $0.scope = "Cleanse.Singleton" }
    made.add("Bob.Clock", from: ann)
    made.add("Bob.Clock", from: bob)
    made.add("ComponentFactory<App.Inner>", .subcomponent) { $0.subcomponent = 1 }
    made.add(
      "App.Session", in: 1, requests: [("App.User", .instance), ("[any App.Command]", .instance)])
    made.add("App.User", .seed, in: 1) { $0.location = nil }
    made.add("[any App.Command]", .contribution, from: ann, in: 1)
    made.add("Ann.Ping", from: ann, requests: [("Bob.Pong", .instance)])
    made.add("Bob.Pong", from: bob, requests: [("Ann.Ping", .instance)])
    made.add("[Int: App.Page]", .contribution, from: bob, tag: "App.Pages") {
      $0.entry = "404"
      $0.signature = "page *lost() @pages"
    }
    made.dropped = [.init(key: key("Eve.Gone"), provenance: Provenance(origin: eve))]
    made.rejections = [
      .init(
        name: eve, identifier: eve, code: "plugin/configuration-error",
        findings: [
          Diagnostic(
            "plugin/configuration-error", .error, "it does not want to",
            provenance: .init(origin: eve))
        ])
    ]
    return made
  }

  /// The findings that the framework would report, as far as needed.
  static var findingsOfEverything: [Diagnostic] {
    let bindings = ofEverything.bindings
    func note(_ index: Int) -> Diagnostic.Note {
      Diagnostic.Note(
        "here", at: bindings[index].location, provenance: bindings[index].provenance)
    }
    return [
      Diagnostic(
        .missingBinding, .error, "missing binding for Eve.Gone", at: bindings[0].location,
        provenance: bindings[0].provenance, notes: [note(0), note(5)],
        subject: .edge(binding: 0, request: 4)),
      Diagnostic(
        .duplicateBinding, .error, "Bob.Clock is bound 2 times", at: bindings[8].location,
        provenance: bindings[8].provenance, notes: [note(8), note(9)], subject: .binding(8)),
      Diagnostic(
        .dependencyCycle, .error, "dependency cycle: Ann.Ping → Bob.Pong → Ann.Ping",
        at: bindings[14].location, provenance: bindings[14].provenance,
        notes: [note(14), note(15)], subject: .binding(14)),
      Diagnostic(
        .unusedBinding, .warning, "[Int: App.Page] is never used", at: bindings[16].location,
        provenance: bindings[16].provenance, subject: .binding(16)),
    ]
  }

  /// A binding with a decorator, which is box `b1`; what it wraps is `b2`.
  static var ofDecorator: DrawnGraph {
    var made = DrawnGraph()
    made.add("App.Root", requests: [("App.Clock", .instance)])
    made.add("App.Clock", .decorator, from: ann, requests: [("App.Clock", .provider)])
    made.add("App.Clock")
    return made
  }

  /// Names with a meaning to a format or a terminal.
  static let hostileNames = [
    #"a"b"#, #"back\slash \N \G"#, "new\nline", "</script><script>alert(1)</script>", "]]>", "-->",
    "%%{init: {}}%%", "\u{202E}desrever", "👩‍👩‍👧 emoji", "", "   ", "&lt;&bogus;&#60;",
    "'single' `tick`",
    "#quot; #35; ;", "style x:#;", "end", "1. list", "- list", "\u{0}\u{1B}[31m",
    "\u{FFFE}\u{FFFF}",
    "subgraph x[", "{rank=same}", "<b>bold</b>", String(repeating: "long ", count: 2000),
  ]

  /// A binding of each hostile name, from a plugin of that name, which depends on the next.
  static var ofHostileNames: DrawnGraph {
    var made = DrawnGraph()
    made.components[0].root = key(hostileNames[0])
    for (index, name) in hostileNames.enumerated() {
      let next =
        index + 1 < hostileNames.count ? [(hostileNames[index + 1], RequestForm.instance)] : []
      made.add(name, from: name, requests: next) { $0.provenance.modules = [name] }
    }
    return made
  }

  /// A number of bindings from plugins of 20 each, with a few random requests each.
  static func ofSize(_ count: Int, seed: UInt64 = 1) -> DrawnGraph {
    var made = DrawnGraph()
    var state = seed
    /// A number below a limit (Knuth's MMIX generator).
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    made.add("App.Root", requests: [("[any App.Command]", .instance)])
    made.add("[any App.Command]", .declaration)
    for index in 2..<count {
      let plugin = (index - 2) / 20
      let origin = "org.example.plugin\(plugin)"
      // Mostly keys of the same plugin, sometimes of another one; only keys that were bound before.
      let requests = (0..<random(below: 4)).map { _ -> Int in
        let near = max(2, index - 1 - random(below: 12))
        return random(below: 5) == 0 ? 2 + random(below: max(1, index - 2)) : near
      }.filter { $0 < index && ($0 - 2) % 20 != 19 }.map { target in
        ("Plugin\((target - 2) / 20).Service\(target)", RequestForm.instance)
      }
      if (index - 2) % 20 == 19 {
        made.add("[any App.Command]", .contribution, from: origin, requests: requests)
      } else {
        made.add("Plugin\(plugin).Service\(index)", from: origin, requests: requests) {
          $0.scope = random(below: 4) == 0 ? "Cleanse.Singleton" : nil
        }
      }
    }
    return made
  }
}
