package import CleanseGraph

/// Searches for a smallest set of plugins whose removal makes the graph valid.
///
/// The search tries sets by size, each extended by the plugins that depend on one of its members. The errors
/// that remain without a set determine how it grows: at least one of the plugins that can cause an error
/// has to be removed (the hitting-set tree of Reiter 1987). So no smaller set is overlooked, although few
/// are tried. The number of trials is bounded. When it is used up, the search takes some sufficient set and
/// reduces it as far as further trials allow.
package struct FixSearch {
  private let tree: RequirementTree
  private let supply: Supply
  private let check: (Set<String>) -> [Diagnostic]
  /// The plugins that must not be removed.
  private let kept: Set<Int>
  private let numbers: [String: Int]
  private var known: [[Int]: [Diagnostic]] = [:]
  private var trialsLeft: Int

  /// The maximum number of trials of one search; fewer for a large graph.
  static let trials = 300
  /// The maximum number of bindings that are checked in all trials together.
  static let bindings = 200_000

  /// - Parameters:
  ///   - trials: The maximum number of sets to try.
  ///   - kept: The plugins that must not be removed.
  ///   - check: Returns the findings of the graph without these plugins and those that require them.
  private init(
    _ tree: RequirementTree, _ supply: Supply, trials: Int, keeping kept: Set<String>,
    check: @escaping (Set<String>) -> [Diagnostic]
  ) {
    self.tree = tree
    self.supply = supply
    self.check = check
    numbers = Dictionary(
      zip(tree.plugins, tree.plugins.indices), uniquingKeysWith: { first, _ in first })
    let numbers = numbers
    self.kept = Set(kept.compactMap { numbers[$0] })
    trialsLeft = trials
  }

  /// Searches for the plugins to remove from a graph.
  ///
  /// - Parameters:
  ///   - needsAll: Whether a missing binding is an error, so that a plugin has to be removed together with the
  ///     providers that it depends on.
  ///   - kept: The plugins that must not be removed.
  /// - Returns: The result, or nil if no finding is an error.
  package static func removal(
    of findings: [Diagnostic], in graph: BindingGraph, among tree: RequirementTree,
    needsAll: Bool = true, keeping kept: Set<String> = [],
    check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    guard findings.contains(where: { $0.severity == .error }) else { return nil }
    return removal(
      of: findings, among: tree,
      supply: needsAll ? Supply(of: graph, among: tree.plugins) : Supply(),
      trials: max(8, min(trials, bindings / max(1, graph.bindings.count))), keeping: kept,
      check: check)
  }

  static func removal(
    of findings: [Diagnostic], among tree: RequirementTree, supply: Supply = Supply(),
    trials: Int, keeping kept: Set<String> = [], check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    let errors = findings.filter { $0.severity == .error }
    guard !errors.isEmpty else { return nil }
    var search = FixSearch(tree, supply, trials: trials, keeping: kept, check: check)
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

  /// Returns the errors without a set of plugins, or nil if no trials are left.
  private mutating func errors(without set: [Int]) -> [Diagnostic]? {
    if let errors = known[set] { return errors }
    guard trialsLeft > 0 else { return nil }
    trialsLeft -= 1
    let errors = check(Set(set.map { tree.plugins[$0] })).filter { $0.severity == .error }
    known[set] = errors
    return errors
  }

  /// Returns the set extended by further plugins and all that depend on them, sorted; nil if the application
  /// depends on one of them, or one has to be kept.
  private func adding(_ plugins: [Int], to set: [Int]) -> [Int]? {
    var removed = Array(Set(set + plugins))
    while true {
      let count = removed.count
      removed += tree.dependents(of: names(removed)).compactMap { numbers[$0.identifier] }
      guard let unsatisfied = supply.unsatisfied(without: removed) else { return nil }
      removed += unsatisfied
      guard kept.isDisjoint(with: removed) else { return nil }
      guard removed.count > count else { return removed.sorted() }
    }
  }

  private func names(_ set: [Int]) -> [String] { set.map { tree.plugins[$0] } }

  /// - Returns: A smallest set, or nil if no trials are left.
  private mutating func smallest() -> SmallestRemoval? {
    var waiting: [Int: Set<[Int]>] = [0: [[]]]
    for size in 0...tree.plugins.count {
      guard let sets = waiting.removeValue(forKey: size) else { continue }
      var sufficient: [[Int]] = []
      for set in sets.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        guard let errors = errors(without: set) else {
          return sufficient.first.map { SmallestRemoval(.smallest, names($0)) }
        }
        if errors.isEmpty {
          sufficient.append(set)
          continue
        }
        let choices = choices(after: set, errors)
        guard choices.count <= trialsLeft || !sufficient.isEmpty else { return nil }
        for plugin in choices {
          guard let next = adding([plugin], to: set) else { continue }
          waiting[next.count, default: []].insert(next)
        }
      }
      if let first = sufficient.first {
        return SmallestRemoval(.smallest, names(first), others: sufficient.count - 1)
      }
    }
    return SmallestRemoval(.impossible)
  }

  /// Returns plugins of which at least one also has to be removed; empty if that would not help.
  private func choices(after set: [Int], _ errors: [Diagnostic]) -> [Int] {
    let sure = errors.map(RemovalChoices.init).filter(\.isSure).map(\.plugins)
    guard let fewest = sure.min(by: { $0.count < $1.count }) else {
      let removed = Set(set)
      return tree.plugins.indices.filter { !removed.contains($0) }
    }
    return fewest.compactMap { numbers[$0] }
  }

  /// Returns a sufficient set, reduced as far as the trials allow.
  private mutating func reduced() -> SmallestRemoval {
    var set: [Int] = []
    while let errors = errors(without: set) {
      guard !errors.isEmpty else { return reduced(set) }
      let likely = errors.flatMap { RemovalChoices($0).likely }.compactMap { numbers[$0] }
      guard let next = adding(likely, to: set), next.count > set.count else { break }
      set = next
    }
    // Without any plugin there is no error, or only errors that the plugins would fix.
    let all = Array(tree.plugins.indices)
    guard kept.isEmpty else { return SmallestRemoval(.unknown) }
    return known[all]?.isEmpty == true ? reduced(all) : SmallestRemoval(.unknown)
  }

  /// Drops plugins from the set, many at once at first, while the rest of the graph stays valid.
  private mutating func reduced(_ whole: [Int]) -> SmallestRemoval {
    var set = whole
    var size = max(1, set.count / 2)
    while true {
      var isSmaller = false
      var start = 0
      while start < set.count {
        let part = set[start..<min(start + size, set.count)]
        let rest = Array(set[..<start] + set[part.endIndex...])
        // A plugin that depends on a removed one has to stay removed as well.
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
