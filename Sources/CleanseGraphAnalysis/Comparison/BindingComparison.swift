public import CleanseGraph

/// Finds the bindings that differ between two graphs.
///
/// - Complexity: Linear in the bindings, apart from sorting the differences and the bindings of each
///   identity.
public struct BindingComparison {
  private let before: BindingGraph
  private let after: BindingGraph
  /// Whether a binding counts as changed if only its source location differs.
  private let withLocations: Bool

  /// The differences that are not in one of the lists below.
  private(set) package var bindings: [Difference] = []
  /// The differing contributions to collections.
  private(set) package var contributions: [Difference] = []
  /// The differing bindings that are overrides on at least one side.
  private(set) package var overrides: [Difference] = []

  /// Compares two graphs, which may be of different applications.
  ///
  /// - Parameters:
  ///   - before: The first side.
  ///   - after: The second side.
  ///   - withLocations: Whether a binding counts as changed if only its source location differs.
  public init(from before: BindingGraph, to after: BindingGraph, withLocations: Bool) {
    self.before = before
    self.after = after
    self.withLocations = withLocations
    compare()
    bindings = Difference.ordered(bindings)
    contributions = Difference.ordered(contributions)
    overrides = Difference.ordered(overrides)
  }

  /// The indices of the bindings of one identity, for each side.
  private struct Indices {
    var before: [BindingIndex] = []
    var after: [BindingIndex] = []
  }

  private mutating func compare() {
    var numbers: [BindingIdentity: Int] = [:]
    var groups: [Indices] = []
    var names = ComponentNames()
    for (graph, side) in [(before, \Indices.before), (after, \Indices.after)] {
      let components = names.numbers(of: graph)
      for binding in graph.bindings {
        let identity = BindingIdentity(binding, component: components[binding.component.number])
        let number = numbers[identity] ?? groups.count
        if number == groups.count {
          numbers[identity] = number
          groups.append(Indices())
        }
        groups[number][keyPath: side].append(binding.id)
      }
    }
    for (identity, number) in numbers { compare(groups[number], identity) }
  }

  private mutating func compare(_ indices: Indices, _ identity: BindingIdentity) {
    if indices.before.count == 1, indices.after.count == 1,
      before[indices.before[0]]
        .isPlainlySame(as: after[indices.after[0]], withLocation: withLocations)
    {
      return
    }
    let (old, new) = Self.unmatched(
      candidates(indices.before, before, withLocations),
      candidates(indices.after, after, withLocations))
    // Nothing distinguishes the remaining ones, so they are paired in order.
    for number in 0..<max(old.count, new.count) {
      add(
        number < old.count ? old[number] : nil, number < new.count ? new[number] : nil, identity)
    }
  }

  private typealias Candidate = (index: BindingIndex, properties: [Difference.Property])

  private func candidates(
    _ indices: [BindingIndex], _ graph: BindingGraph, _ withLocation: Bool
  ) -> [Candidate] {
    indices.map { ($0, graph[$0].properties(in: graph, withLocation: withLocation)) }
      .sorted { $0.properties.lexicographicallyPrecedes($1.properties) }
  }

  /// The candidates of each side that have no equal on the other side, in order.
  private static func unmatched(
    _ before: [Candidate], _ after: [Candidate]
  ) -> (before: [Candidate], after: [Candidate]) {
    var (old, new): ([Candidate], [Candidate]) = ([], [])
    var (left, right) = (before[...], after[...])
    while let first = left.first, let second = right.first {
      if first.properties == second.properties {
        left = left.dropFirst()
        right = right.dropFirst()
      } else if first.properties.lexicographicallyPrecedes(second.properties) {
        old.append(first)
        left = left.dropFirst()
      } else {
        new.append(second)
        right = right.dropFirst()
      }
    }
    return (old + left, new + right)
  }

  private mutating func add(_ old: Candidate?, _ new: Candidate?, _ identity: BindingIdentity) {
    let sides = [(before, old), (after, new)].compactMap { graph, candidate in
      candidate.map { (graph: graph, binding: graph[$0.index]) }
    }
    let isChange = old != nil && new != nil
    let difference = Difference(
      change: isChange ? .changed : old == nil ? .added : .removed,
      name: identity.key.description, kind: identity.kind.rawValue,
      plugin: identity.provenance.origin,
      component: sides.first.flatMap { $0.graph.componentPath(of: $0.binding.component) },
      modules: identity.provenance.modules,
      // The location of an added or removed binding is always of interest.
      fields: isChange
        ? Difference.fields(old?.properties, new?.properties)
        : Difference.fields(
          old.map { before[$0.index].properties(in: before, withLocation: true) },
          new.map { after[$0.index].properties(in: after, withLocation: true) }))
    if sides.contains(where: { $0.binding.override != nil }) {
      overrides.append(difference)
    } else if identity.kind == .contribution {
      contributions.append(difference)
    } else {
      bindings.append(difference)
    }
  }
}
