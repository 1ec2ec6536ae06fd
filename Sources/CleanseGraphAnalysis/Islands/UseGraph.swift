import CleanseGraph
import CleanseSupport

/// Which bindings use which, and who holds the state that they share.
///
/// A *part* is what can be tied to others: the application, a plugin with all its bindings, or a shared instance of the
/// application. All other bindings of the application have no state of their own, so each process can have them for itself:
/// what is used through them is used by their requesters.
struct UseGraph {
  /// The part of the application itself: what it calls and runs in its own process.
  static let application = 0

  let graph: BindingGraph
  /// The identifiers of the plugins, in the order of their first bindings. The part of the first one is 1.
  let plugins: [String]
  /// For each binding, its part; nil for one without state of its own.
  private(set) var parts: [Int?]
  /// The bindings that are parts by themselves. Their parts follow those of the plugins.
  private(set) var states: [BindingIndex] = []
  /// The root and the services of the application, from which the process that has it starts.
  let ofApplication: [BindingIndex]
  /// The services of the application of which each process runs one.
  let inEachProcess: [BindingIndex]
  private let numbers: [String: Int]
  /// The bindings of each plugin that are in effect.
  private var bindingsOfPlugins: [[BindingIndex]]

  init(_ graph: BindingGraph) {
    self.graph = graph
    plugins = graph.bindings.lazy.compactMap(\.provenance.origin).distinct()
    let numbers = Dictionary(uniqueKeysWithValues: zip(plugins, 1...))
    self.numbers = numbers
    bindingsOfPlugins = Array(repeating: [], count: plugins.count)
    let services = (graph.resolution.services[.root] ?? []).map(\.binding)
      .filter { graph[$0].provenance.origin == nil }
    inEachProcess = services.filter { graph[$0].isPerProcess }
    ofApplication = graph.resolution.bindings(of: graph.resolution.roots.first?.group) + services
    parts = graph.bindings.map { $0.provenance.origin.flatMap { numbers[$0] } }
    for index in graph.bindingIndices {
      if let part = parts[index.number] {
        if !graph.resolution.isReplaced(index) { bindingsOfPlugins[part - 1].append(index) }
      } else if graph.holdsState(index) {
        parts[index.number] = 1 + plugins.count + states.count
        states.append(index)
      }
    }
  }

  /// The number of parts.
  var count: Int { 1 + plugins.count + states.count }

  /// The part of a plugin; nil if the graph has no binding of it.
  func part(of plugin: String) -> Int? { numbers[plugin] }

  /// The plugin of a part; nil for the application and its instances.
  func plugin(of part: Int) -> String? {
    part == Self.application || isState(part) ? nil : plugins[part - 1]
  }

  /// Whether a part is a shared instance of the application.
  func isState(_ part: Int) -> Bool { part > plugins.count }

  /// The bindings from which a part begins to use others.
  func starts(of part: Int) -> [BindingIndex] {
    if part == Self.application { return ofApplication }
    guard isState(part) else { return bindingsOfPlugins[part - 1] + inEachProcess }
    return [states[part - 1 - plugins.count]]
  }

  /// The bindings that a binding uses: those that provide its requests and, for the factory of a subcomponent, its root and its
  /// services.
  func uses(of index: BindingIndex) -> [BindingIndex] {
    let resolution = graph.resolution
    var used = resolution.answers(of: index).flatMap { answer in
      answer.isAbsent ? [] : provided(by: answer.group, to: index)
    }
    if let subcomponent = graph[index].subcomponent {
      used += resolution.bindings(of: resolution.roots[subcomponent.number].group)
      used += (resolution.services[subcomponent] ?? []).map(\.binding)
    }
    return used
  }

  /// The bindings of other parts that a plugin or the application uses, also through shared instances.
  func used(by part: Int) -> [BindingIndex] {
    var found: [BindingIndex] = []
    var seen: Set<BindingIndex> = []
    var open = starts(of: part)
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      let owner = parts[index.number] ?? part
      if owner != part { found.append(index) }
      if owner == part || isState(owner) { open += uses(of: index) }
    }
    return found
  }

  /// For each binding, those that use it.
  func usersOfBindings() -> [[BindingIndex]] {
    var users: [[BindingIndex]] = Array(repeating: [], count: parts.count)
    for index in graph.bindingIndices where !graph.resolution.isReplaced(index) {
      for used in uses(of: index) { users[used.number].append(index) }
    }
    return users
  }

  /// For each of some bindings, the other plugins and the application that use it, also through shared instances.
  func users(of bindings: [BindingIndex]) -> [[Int]] {
    let users = usersOfBindings()
    return bindings.map { index in
      var found: Set<Int> = []
      var seen: Set = [index]
      var open = [index]
      while let next = open.popLast() {
        if ofApplication.contains(next) { found.insert(Self.application) }
        if inEachProcess.contains(next) { found.formUnion(1..<(1 + plugins.count)) }
        for user in users[next.number] where seen.insert(user).inserted {
          let owner = graph[user].provenance.origin.flatMap(part)
          if let owner { found.insert(owner) } else { open.append(user) }
        }
      }
      return found.filter { $0 != parts[index.number] }.sorted()
    }
  }

  /// The bindings that provide the value of a group to one that requests it. The application gets the contributions of the same
  /// process alone if the collection allows that.
  private func provided(by group: GroupIndex?, to index: BindingIndex) -> [BindingIndex] {
    let bindings = graph.resolution.bindings(of: group)
    guard let group, graph[index].provenance.origin == nil, graph.isPerProcess(group) else {
      return bindings
    }
    return bindings.filter { graph[$0].provenance.origin == nil }
  }

  /// The plugins whose bindings decide together what a key provides: those of a group with an override.
  func plugins(decidingIn group: GroupIndex) -> [Int] {
    let members = graph.resolution.members(of: group)
    let isOverride = { (index: BindingIndex) in
      graph[index].override != nil && graph[index].provenance.origin != nil
    }
    guard members.contains(where: isOverride) else { return [] }
    let replaced = graph.resolution.groups[group].ancestor.map(graph.resolution.members) ?? []
    return (members + replaced).compactMap { graph[$0].provenance.origin.flatMap(part) }.distinct()
  }

  /// The plugins that declare names of another language which a plugin in that language uses.
  func declarers(for part: Int) -> [Int] {
    guard let names = graph.declarations.names, plugin(of: part) != nil else { return [] }
    // A binding in Swift has its types without the names.
    let bindings = starts(of: part).map { graph[$0] }.filter {
      $0.hasSignature || $0.key.isNamed
    }
    return names.declarers(for: bindings).compactMap(self.part).filter { $0 != part }.sorted()
  }
}

extension BindingGraph {
  /// Whether a binding of the application is one instance that all users share, or may be.
  fileprivate func holdsState(_ index: BindingIndex) -> Bool {
    let binding = self[index]
    guard !binding.isPerProcess else { return false }
    switch binding.source {
    // What a provider returns is not known.
    case .provider?: return true
    case .value?: return binding.key.isClass
    default: break
    }
    // The instances of a subcomponent belong to what builds it.
    guard binding.component == .root else { return false }
    if binding.kind == .seed || binding.kind == .seedElement { return binding.key.isClass }
    return binding.scope != nil && !isSharedAsWrapped(binding)
  }

  /// Whether a binding is a decorator that is shared because what it wraps is.
  private func isSharedAsWrapped(_ binding: Binding) -> Bool {
    guard let request = binding.requestIndices.first(where: binding.wraps) else { return false }
    return bindings(answering: request, of: binding).contains { $0.scope != nil }
  }
}
