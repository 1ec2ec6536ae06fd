import CleanseGraph
import CleanseGraphAnalysis

extension DrawingDraft {
  /// The box of a binding.
  func node(of binding: Binding) -> GraphDrawing.Node {
    let plugin = plugin(of: binding)
    return .init(
      id: "b\(binding.id)", kind: .init(binding.kind), plugin: plugin,
      component: binding.component, key: binding.key, bindings: [binding.id],
      lines: lines(of: binding), details: details(of: binding), scope: binding.scope,
      isValue: binding.source == .value, isReplaced: graph.isReplaced(binding),
      cluster: cluster(binding.id, plugin: plugin, component: binding.component))
  }

  /// The box of a collection.
  ///
  /// - Parameter group: All bindings of its key in its component; there is at least one.
  func collection(of group: [BindingIndex]) -> GraphDrawing.Node {
    let bindings = group.map { graph[$0] }
    let parts = bindings.filter(\.kind.isPartOfCollection)
    let declarations = parts.filter { $0.kind == .declaration }
    let contributions = parts.count - declarations.count
    let owners = Set((declarations.isEmpty ? parts : declarations).map { plugin(of: $0) })
    // The contributor that declares the collection owns it. One to which several contribute has no owner.
    let owner =
      declarations.first.map { plugin(of: $0) } ?? (owners.count == 1 ? owners.first : nil)
    let first = bindings[0]
    let count = "collection of \(contributions)"
    return .init(
      id: "k\(first.id)", kind: .collection, plugin: owner, component: first.component,
      key: first.key, bindings: declarations.map(\.id), lines: [names.short(first.key), count],
      details: [first.key.description, count]
        + declarations.compactMap { declaration in
          declaration.location.map { "declared at \($0)" }
        },
      isReplaced: parts.allSatisfy { graph.isReplaced($0) },
      cluster: cluster(
        (declarations.first ?? first).id, plugin: owner, component: first.component))
  }

  private func cluster(
    _ binding: BindingIndex, plugin: Int?, component: ComponentIndex
  ) -> String? {
    switch grouping {
    case .plugin: plugin.map { "p\($0)" }
    case .component: "c\(component)"
    case .island: islands?.islandIndex(of: binding).map { "i\($0)" }
    }
  }

  private func lines(of binding: Binding) -> [String] {
    var lines = [
      binding.kind == .contribution
        ? contributionLabels.label(of: binding) : names.short(binding.key)
    ]
    lines += binding.kind.remark.map { [$0] } ?? []
    if binding.override != nil { lines.append("override") }
    if graph.isReplaced(binding) {
      lines.append(binding.kind == .decorator ? "no value to wrap" : "replaced")
    }
    if binding.source == .value { lines.append("value") }
    lines += binding.scope.map { ["shared in \(names.short($0))"] } ?? []
    lines += graph.service(of: binding).map { ["service" + $0.stagePhrase] } ?? []
    if grouping != .plugin, let origin = binding.provenance.origin { lines.append(origin) }
    return lines
  }

  private func details(of binding: Binding) -> [String] {
    let component = graph[binding.component].name
    let modules = binding.provenance.modules.joined(separator: " > ")
    let lines: [String?] = [
      binding.key.description, binding.signature, binding.kind.phrase,
      binding.entry.map { "entry \($0)" }, binding.override.map { _ in "an override" },
      graph.isReplaced(binding) ? binding.kind.replacement : nil,
      binding.source == .value ? "constant value" : nil,
      binding.scope.map { "shared in \($0)" },
      graph.service(of: binding).map { "a service" + $0.stagePhrase },
      binding.provenance.origin.map { "from \($0)" },
      modules.isEmpty ? nil : "in \(modules)", "component \(component)",
      binding.location.map { "at \($0)" },
    ]
    return lines.compactMap { $0 }
  }
}

extension Resolution.Service {
  fileprivate var stagePhrase: String { stage.map { ", stage \($0)" } ?? "" }
}

extension GraphDrawing.Node.Kind {
  init(_ kind: Binding.Kind) {
    switch kind {
    case .single: self = .single
    case .decorator: self = .decorator
    case .contribution: self = .contribution
    case .declaration: self = .collection
    case .optional: self = .optional
    case .seed, .seedElement: self = .seed
    case .subcomponent: self = .subcomponent
    @unknown default: self = .single
    }
  }
}

extension Binding.Kind {
  /// The remark below the name in the box.
  fileprivate var remark: String? {
    switch self {
    case .single, .contribution, .declaration: nil
    case .decorator: "decorator"
    case .optional: "declared optional"
    case .seed, .seedElement: "seed"
    case .subcomponent: "subcomponent"
    @unknown default: rawValue
    }
  }

  /// Why the binding is not in effect, in the tooltip.
  fileprivate var replacement: String {
    self == .decorator ? "not in effect: the optional has no value" : "replaced by an override"
  }

  /// The description in the tooltip.
  fileprivate var phrase: String? {
    switch self {
    case .single: nil
    case .decorator: "wraps what other bindings provide"
    case .contribution: "a contribution to the collection"
    case .declaration: "the declaration of the collection"
    case .optional: "declared optional, without a value"
    case .seed: "seed: the value passed to `build`"
    case .seedElement: "seed: the value of the provider passed to `build`"
    case .subcomponent: "the factory of a subcomponent"
    @unknown default: rawValue
    }
  }
}
