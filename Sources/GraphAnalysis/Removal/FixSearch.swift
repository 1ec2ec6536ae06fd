package import CleanseGraph

/// Searches for a smallest set of plugins without which the others fit together.
///
/// It looks at sets by their size, each with what can't do without one of its plugins. What is wrong without a
/// set decides which plugins are added to it: at least one of those that can be blamed for a finding
/// has to go (the tree of hitting sets of Reiter 1987). So no smaller set is overlooked, though few
/// are looked at. The number of trials is bounded; when it is used up, some set is made smaller as far
/// as further trials allow.
package struct FixSearch {
  private let tree: RequirementTree
  private let supply: Supply
  private let check: (Set<String>) -> [Diagnostic]
  private let numbers: [String: Int]
  private var known: [[Int]: [Diagnostic]] = [:]
  private var trialsLeft: Int

  /// At most so many trials for one search, and fewer of a large graph.
  static let trials = 300
  /// How many bindings may be looked at in all trials together.
  static let bindings = 200_000

  /// - Parameters:
  ///   - trials: How many sets may be tried.
  ///   - check: What is wrong with the graph without these plugins and those that require them.
  private init(
    _ tree: RequirementTree, _ supply: Supply, trials: Int,
    check: @escaping (Set<String>) -> [Diagnostic]
  ) {
    self.tree = tree
    self.supply = supply
    self.check = check
    numbers = Dictionary(
      zip(tree.plugins, tree.plugins.indices), uniquingKeysWith: { first, _ in first })
    trialsLeft = trials
  }

  /// The search in a graph.
  ///
  /// - Parameter needsAll: Whether it is an error that something is missing, so that who asks for it can't
  ///   be without it.
  /// - Returns: Nothing where no finding is an error.
  package static func removal(
    of findings: [Diagnostic], in graph: BindingGraph, among tree: RequirementTree,
    needsAll: Bool = true, check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    guard findings.contains(where: { $0.severity == .error }) else { return nil }
    return removal(
      of: findings, among: tree,
      supply: needsAll ? Supply(of: graph, among: tree.plugins) : Supply(),
      trials: max(8, min(trials, bindings / max(1, graph.bindings.count))), check: check)
  }

  static func removal(
    of findings: [Diagnostic], among tree: RequirementTree, supply: Supply = Supply(),
    trials: Int, check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    let errors = findings.filter { $0.severity == .error }
    guard !errors.isEmpty else { return nil }
    var search = FixSearch(tree, supply, trials: trials, check: check)
    search.known[[]] = errors
    guard let alone = search.errors(without: Array(tree.plugins.indices)) else {
      return SmallestRemoval(.unknown)
    }
    let present = Set(errors.map { [$0.code.rawValue, $0.message] })
    guard !alone.contains(where: { present.contains([$0.code.rawValue, $0.message]) }) else {
      return SmallestRemoval(.application)
    }
    if let smallest = search.smallest() { return smallest }
    search.trialsLeft += trials
    return search.reduced()
  }

  /// The errors without a set of plugins; nothing when there have been enough trials.
  private mutating func errors(without set: [Int]) -> [Diagnostic]? {
    if let errors = known[set] { return errors }
    guard trialsLeft > 0 else { return nil }
    trialsLeft -= 1
    let errors = check(Set(set.map { tree.plugins[$0] })).filter { $0.severity == .error }
    known[set] = errors
    return errors
  }

  /// The set with further plugins and those that can't do without them, in their order; nothing where
  /// the application can't.
  private func adding(_ plugins: [Int], to set: [Int]) -> [Int]? {
    var gone = Array(Set(set + plugins))
    while true {
      let count = gone.count
      gone += tree.dependents(of: names(gone)).compactMap { numbers[$0.identifier] }
      guard let starved = supply.starved(by: gone) else { return nil }
      gone += starved
      guard gone.count > count else { return gone.sorted() }
    }
  }

  private func names(_ set: [Int]) -> [String] { set.map { tree.plugins[$0] } }

  /// - Returns: Nothing when there have been enough trials.
  private mutating func smallest() -> SmallestRemoval? {
    var waiting: [Int: Set<[Int]>] = [0: [[]]]
    for size in 0...tree.plugins.count {
      guard let sets = waiting.removeValue(forKey: size) else { continue }
      var mending: [[Int]] = []
      for set in sets.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        guard let errors = errors(without: set) else {
          return mending.first.map { SmallestRemoval(.smallest, names($0)) }
        }
        if errors.isEmpty {
          mending.append(set)
          continue
        }
        let choices = choices(after: set, errors)
        guard choices.count <= trialsLeft || !mending.isEmpty else { return nil }
        for plugin in choices {
          guard let next = adding([plugin], to: set) else { continue }
          waiting[next.count, default: []].insert(next)
        }
      }
      if let first = mending.first {
        return SmallestRemoval(.smallest, names(first), others: mending.count - 1)
      }
    }
    return SmallestRemoval(.impossible)
  }

  /// Plugins of which at least one has to go, too; none where that would not help.
  private func choices(after set: [Int], _ errors: [Diagnostic]) -> [Int] {
    let sure = errors.map(RemovalChoices.init).filter(\.isSure).map(\.plugins)
    guard let fewest = sure.min(by: { $0.count < $1.count }) else {
      let gone = Set(set)
      return tree.plugins.indices.filter { !gone.contains($0) }
    }
    return fewest.compactMap { numbers[$0] }
  }

  /// Some set that mends the graph, made as small as the trials allow.
  private mutating func reduced() -> SmallestRemoval {
    var set: [Int] = []
    while let errors = errors(without: set) {
      guard !errors.isEmpty else { return made(smaller: set) }
      let likely = errors.flatMap { RemovalChoices($0).likely }.compactMap { numbers[$0] }
      guard let next = adding(likely, to: set), next.count > set.count else { break }
      set = next
    }
    // Without any plugin nothing is wrong, or only what the plugins would mend.
    let all = Array(tree.plugins.indices)
    return known[all]?.isEmpty == true ? made(smaller: all) : SmallestRemoval(.unknown)
  }

  /// Takes plugins out of the set again, many at once at first, as long as the graph stays mended.
  private mutating func made(smaller whole: [Int]) -> SmallestRemoval {
    var set = whole
    var size = max(1, set.count / 2)
    while true {
      var isSmaller = false
      var start = 0
      while start < set.count {
        let part = set[start..<min(start + size, set.count)]
        let rest = Array(set[..<start] + set[part.endIndex...])
        // What can't do without a plugin that stays away has to stay away, too.
        if adding([], to: rest)?.count == rest.count {
          guard let errors = errors(without: rest) else {
            return SmallestRemoval(.sufficient, names(set))
          }
          if errors.isEmpty {
            set = rest
            isSmaller = true
            continue
          }
        }
        start += size
      }
      if size == 1, !isSmaller { return SmallestRemoval(.irreducible, names(set)) }
      size = max(1, size / 2)
    }
  }
}
