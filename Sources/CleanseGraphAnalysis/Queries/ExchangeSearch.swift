import CleanseGraph

/// Finds the dependencies and provisions of one plugin.
///
/// The bindings of one collection have the same dependents, competing bindings and providers, so those are
/// looked up once for all of them.
struct ExchangeSearch {
  /// The bindings of a key in a component: those in effect, and those that are replaced.
  private struct CompetingBindings {
    let effective: BindingReferences
    let replaced: BindingReferences
  }

  private struct Declaration: Hashable {
    let key: Key
    let component: ComponentIndex
  }

  /// The dependents of bindings that provide the same keys to the same components.
  private struct Dependents {
    let others: BindingReferences
    let hasOwn: Bool
  }

  private let identifier: String
  private let graph: BindingGraph
  private let table: RequestTable
  private let own: [Binding]
  private let none: BindingReferences
  private var competing: [Declaration: CompetingBindings] = [:]
  private var dependents: [[Int]: Dependents] = [:]
  private var providers: [Int: BindingReferences] = [:]

  init(of identifier: String, in graph: BindingGraph, table: RequestTable) {
    (self.identifier, self.graph, self.table) = (identifier, graph, table)
    own = graph.bindings.filter { $0.provenance.origin == identifier }
    none = BindingReferences([], in: graph)
  }

  /// Returns the plugin's requests that other plugins or the application provide, or that are missing, in the
  /// order of its bindings.
  mutating func dependencies() -> [PluginExchange.Dependency] {
    var dependencies: [PluginExchange.Dependency] = []
    for binding in own where !graph.isReplaced(binding) {
      let groups = Dictionary(
        table.requested[binding.id.number].map { (table.groups[$0].key, $0) },
        uniquingKeysWith: { first, _ in first })
      var seen: Set<Request> = []
      for request in binding.requests where seen.insert(request).inserted {
        guard let group = groups[request.key] else { continue }
        let isAbsent = table.groups[group].providers.isEmpty
        let providers = providers(of: group)
        guard !providers.isEmpty || isAbsent else { continue }
        let isAllowedToMiss =
          request.form.allowsAbsence && graph.isOptional(request.key, from: binding.component)
        dependencies.append(
          PluginExchange.Dependency(
            key: request.key.description, form: request.form, phrase: request.phrase,
            dependent: BindingReference(binding, in: graph), providers: providers,
            isMissing: isAbsent && !isAllowedToMiss))
      }
    }
    return dependencies
  }

  /// Returns the plugin's bindings, in order.
  mutating func provisions() -> [PluginExchange.Provision] {
    own.map { binding in
      let dependents = dependents(of: binding)
      let isReplaced =
        graph.isReplaced(binding) && binding.kind != .optional && binding.kind != .decorator
      let isOverride = binding.override != nil && !isReplaced
      return PluginExchange.Provision(
        binding: BindingReference(binding, in: graph), kind: binding.kind,
        role: binding.role(in: graph), dependents: dependents.others,
        rootOf: table.provided[binding.id.number].contains(table.root)
          ? graph[.root].name : nil,
        isService: graph.service(of: binding) != nil, isUsedInternally: dependents.hasOwn,
        replaces: isOverride ? competing(with: binding).replaced : none,
        replacedBy: isReplaced ? competing(with: binding).effective : none)
    }
  }

  private func isOwn(_ binding: BindingIndex) -> Bool {
    graph[binding].provenance.origin == identifier
  }

  private mutating func providers(of group: Int) -> BindingReferences {
    if let known = providers[group] { return known }
    let found = BindingReferences(
      table.groups[group].providers.filter { !isOwn($0) }, in: graph)
    providers[group] = found
    return found
  }

  private mutating func dependents(of binding: Binding) -> Dependents {
    let groups = table.provided[binding.id.number]
    if let known = dependents[groups] { return known }
    let all = table.dependents(of: binding)
    let found = Dependents(
      others: BindingReferences(all.filter { !isOwn($0) }, in: graph),
      hasOwn: all.contains(where: isOwn))
    dependents[groups] = found
    return found
  }

  private mutating func competing(with binding: Binding) -> CompetingBindings {
    let declaration = Declaration(key: binding.key, component: binding.component)
    if let known = competing[declaration] { return known }
    let all = graph.bindings(of: binding.key, in: binding.component)
    let found = CompetingBindings(
      effective: BindingReferences(all.filter { !graph.isReplaced($0) }.map(\.id), in: graph),
      replaced: BindingReferences(
        all.filter { graph.isReplaced($0) && $0.kind != .optional }.map(\.id), in: graph))
    competing[declaration] = found
    return found
  }
}
