import CleanseGraph

/// Finds what one plugin takes and provides.
///
/// The bindings of one collection have the same dependents, rivals and providers, which are looked up and listed
/// once for all of them.
struct ExchangeSearch {
  /// The bindings of a key in a component that are in effect, and those that are replaced.
  private struct Rivals {
    let effective: BindingReferences
    let replaced: BindingReferences
  }

  private struct Place: Hashable {
    let key: Key
    let component: Int
  }

  /// The dependents of bindings that provide the same to the same components.
  private struct Users {
    let others: BindingReferences
    let hasOwn: Bool
  }

  private let identifier: String
  private let graph: BindingGraph
  private let answers: Answers
  private let own: [Binding]
  private let none: BindingReferences
  private var rivals: [Place: Rivals] = [:]
  private var users: [[Int]: Users] = [:]
  private var providers: [Int: BindingReferences] = [:]

  init(of identifier: String, in graph: BindingGraph, answers: Answers) {
    (self.identifier, self.graph, self.answers) = (identifier, graph, answers)
    own = graph.bindings.filter { $0.provenance.origin == identifier }
    none = BindingReferences([Int](), in: graph)
  }

  /// What it takes from others, in the order of its bindings.
  mutating func needs() -> [PluginExchange.Need] {
    var needs: [PluginExchange.Need] = []
    for binding in own where !graph.isReplaced(binding) {
      let groups = Dictionary(
        answers.asked[binding.id].map { (answers.groups[$0].key, $0) },
        uniquingKeysWith: { first, _ in first })
      var seen: Set<Request> = []
      for request in binding.requests where seen.insert(request).inserted {
        guard let group = groups[request.key] else { continue }
        let isAbsent = answers.groups[group].places.isEmpty
        let providers = providers(of: group)
        guard !providers.isEmpty || isAbsent else { continue }
        let mayMiss =
          request.form == .optional && graph.isOptional(request.key, from: binding.component)
        needs.append(
          PluginExchange.Need(
            key: request.key.description, form: request.form, phrase: request.phrase,
            dependent: BindingReference(binding, in: graph), providers: providers,
            isMissing: isAbsent && !mayMiss))
      }
    }
    return needs
  }

  /// Its bindings, in their order.
  mutating func provisions() -> [PluginExchange.Provision] {
    own.map { binding in
      let users = users(of: binding)
      let isReplaced = graph.isReplaced(binding) && binding.kind != .optional
      let isOverride = binding.override != nil && !isReplaced
      return PluginExchange.Provision(
        binding: BindingReference(binding, in: graph), kind: binding.kind,
        role: binding.role(in: graph), users: users.others,
        rootOf: answers.answering[binding.id].contains(answers.root)
          ? graph.components[0].name : nil,
        isUsedByItself: users.hasOwn,
        replaces: isOverride ? rivals(of: binding).replaced : none,
        replacedBy: isReplaced ? rivals(of: binding).effective : none)
    }
  }

  private func isOwn(_ place: Int) -> Bool {
    graph.bindings[place].provenance.origin == identifier
  }

  private mutating func providers(of group: Int) -> BindingReferences {
    if let known = providers[group] { return known }
    let found = BindingReferences(
      answers.groups[group].places.filter { !isOwn($0) }, in: graph)
    providers[group] = found
    return found
  }

  private mutating func users(of binding: Binding) -> Users {
    let groups = answers.answering[binding.id]
    if let known = users[groups] { return known }
    let all = answers.dependents(of: binding)
    let found = Users(
      others: BindingReferences(all.filter { !isOwn($0) }, in: graph),
      hasOwn: all.contains(where: isOwn))
    users[groups] = found
    return found
  }

  private mutating func rivals(of binding: Binding) -> Rivals {
    let place = Place(key: binding.key, component: binding.component)
    if let known = rivals[place] { return known }
    let all = graph.bindings(of: binding.key, in: binding.component)
    let found = Rivals(
      effective: BindingReferences(all.filter { !graph.isReplaced($0) }.map(\.id), in: graph),
      replaced: BindingReferences(
        all.filter { graph.isReplaced($0) && $0.kind != .optional }.map(\.id), in: graph))
    rivals[place] = found
    return found
  }
}
