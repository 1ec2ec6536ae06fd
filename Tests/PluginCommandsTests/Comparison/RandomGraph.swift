@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginCommands
import CleanseTestSupport

/// A random graph with findings about it. Names are drawn from a small set, so that many elements are alike.
struct RandomGraph {
  var components: [BindingGraph.Component] = []
  var bindings: [Binding] = []
  var findings: [Diagnostic] = []

  init(using generator: inout SeededGenerator) {
    let root = Self.key(using: &generator)
    components = [.init(name: "Host", root: root)]
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      components.append(
        .init(
          name: "C\(Int.random(in: 0...2, using: &generator))", root: root,
          parent: component(using: &generator)))
    }
    for _ in 0..<Int.random(in: 0...40, using: &generator) { addBinding(using: &generator) }
    for _ in 0..<Int.random(in: 0...20, using: &generator) { addFinding(using: &generator) }
  }

  private func component(using generator: inout SeededGenerator) -> ComponentIndex {
    ComponentIndex(components.indices.randomElement(using: &generator) ?? 0)
  }

  var graph: BindingGraph { BindingGraph(components: components, bindings: bindings) }

  var side: CombinedGraph { CombinedGraph([], graph, diagnostics: findings) }

  static func key(using generator: inout SeededGenerator) -> Key {
    let number = Int.random(in: 0...5, using: &generator)
    let tag = Bool.random(using: &generator) ? "Tag" : nil
    return Key(type: "s\(number)", tag: tag, typeName: "Type\(number)", tagName: tag)
  }

  private static func location(using generator: inout SeededGenerator) -> SourceLocation {
    SourceLocation(
      file: "M/F.swift", path: "/src/M/F.swift", line: Int.random(in: 1...9, using: &generator))
  }

  private static func provenance(using generator: inout SeededGenerator) -> Provenance {
    let number = Int.random(in: 0...3, using: &generator)
    return Provenance(
      origin: number == 0 ? nil : "org.p\(number)",
      modules: Bool.random(using: &generator) ? ["M"] : ["M", "N"])
  }

  mutating func addBinding(using generator: inout SeededGenerator) {
    let kinds: [Binding.Kind] = [.single, .contribution, .declaration]
    let requests = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      Request(
        key: Self.key(using: &generator),
        form: Bool.random(using: &generator) ? .instance : .provider)
    }
    bindings.append(
      Binding(
        id: BindingIndex(bindings.count), component: component(using: &generator),
        key: Self.key(using: &generator), kind: kinds.randomElement(using: &generator) ?? .single,
        scope: Bool.random(using: &generator) ? "Singleton" : nil,
        location: Self.location(using: &generator),
        provenance: Self.provenance(using: &generator), requests: requests,
        override: Int.random(in: 0...9, using: &generator) == 0 ? 1 : nil,
        source: .factory))
  }

  private mutating func addFinding(using generator: inout SeededGenerator) {
    let codes: [Diagnostic.Code] = [
      .missingBinding, .duplicateBinding, .unusedBinding, .unusedSuppression, .scopeNesting,
      "acme/policy", "plugin/configuration-error", .configurationError,
    ]
    let severities: [Diagnostic.Severity] = [.note, .warning, .error]
    let binding = bindings.randomElement(using: &generator)
    let request = binding?.requestIndices.randomElement(using: &generator)
    let subjects: [Diagnostic.Subject?] = [
      nil, .component(component(using: &generator)), binding.map { .binding($0.id) },
      binding.flatMap { binding in request.map { .edge(binding: binding.id, request: $0) } },
    ]
    let subject = subjects.randomElement(using: &generator) ?? nil
    findings.append(
      Diagnostic(
        codes.randomElement(using: &generator) ?? "x/y",
        severities.randomElement(using: &generator) ?? .note,
        "/src/plugins/lib\(Int.random(in: 0...2, using: &generator)).so is odd at M.swift:3",
        at: binding?.location, provenance: binding?.provenance, subject: subject,
        arguments: (0..<Int.random(in: 0...2, using: &generator)).map { _ in
          Diagnostic.Argument(
            Bool.random(using: &generator) ? "file" : "library",
            "lib\(Int.random(in: 0...2, using: &generator)).so")
        }))
  }
}

extension RandomGraph {
  /// The same plugins with other lines and directories, preceded by bindings of a
  /// plugin that is unrelated to any finding.
  func moved(by lines: Int, unrelated count: Int) -> RandomGraph {
    func moved(_ location: SourceLocation?) -> SourceLocation? {
      location.map {
        SourceLocation(file: $0.file, path: "/other directory/" + $0.path, line: $0.line + lines)
      }
    }
    var other = self
    other.bindings = (0..<count).map { number in
      Binding(
        id: BindingIndex(number), component: 0,
        key: Key(type: "u\(number)", typeName: "U\(number)"), kind: .single,
        provenance: Provenance(origin: "org.unrelated"))
    }
    other.bindings += bindings.map { binding in
      var binding = binding
      binding.id = binding.id.advanced(by: count)
      binding.location = moved(binding.location)
      return binding
    }
    other.findings = findings.map { finding in
      var finding = finding
      finding.location = moved(finding.location)
      finding.message = finding.message.replacing("/src/plugins/", with: "/other/")
        .replacing(":3", with: ":\(3 + lines)")
      switch finding.subject {
      case .binding(let index): finding.subject = .binding(index.advanced(by: count))
      case .edge(let index, let request):
        finding.subject = .edge(binding: index.advanced(by: count), request: request)
      default: break
      }
      return finding
    }
    return other
  }
}
