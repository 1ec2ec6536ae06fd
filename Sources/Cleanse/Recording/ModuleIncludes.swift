/// Which modules a component includes, and from where, while it is recorded.
struct ModuleIncludes: Sendable {
  /// For each contributor, the modules that it includes after another one has included them.
  private var repeated: [String: Set<String>] = [:]
  /// The modules that each module includes, by their names.
  private var modulesOfModules: [String: Set<String>] = [:]
  /// The modules whose configuration is running, the innermost last.
  private var running: [ObjectIdentifier] = []

  /// The module whose bindings are being recorded; nil for those of the component itself.
  var current: ObjectIdentifier? { running.last }

  /// Notes that a module includes another one.
  mutating func note(_ name: String, in outer: String) {
    modulesOfModules[outer, default: []].insert(name)
  }

  /// Notes that a contributor includes modules that are there already.
  mutating func note(_ names: some Sequence<String>, repeatedBy origin: String) {
    repeated[origin, default: []].formUnion(names)
  }

  mutating func begin(_ module: ObjectIdentifier) {
    running.append(module)
  }

  mutating func end() {
    running.removeLast()
  }

  /// The modules that a contributor includes after another one has included them, with those that they include.
  func allRepeated(by origin: String) -> Set<String> {
    var found = repeated[origin] ?? []
    var open = Array(found)
    while let next = open.popLast() {
      open += (modulesOfModules[next] ?? []).filter { found.insert($0).inserted }
    }
    return found
  }
}
