public import CleanseGraph

/// Finds the bindings that differ between two graphs.
///
/// - Complexity: Linear in the bindings, apart from sorting the differences, and the bindings of one
///   identity among each other.
public struct BindingComparison {
  private let before: BindingGraph
  private let after: BindingGraph
  /// Whether a binding that only stands on another line has changed.
  private let withLocations: Bool

  /// What is not listed below.
  private(set) package var bindings: [Difference] = []
  /// What is added to collections.
  private(set) package var contributions: [Difference] = []
  /// What replaces other bindings, on one of the sides.
  private(set) package var overrides: [Difference] = []

  /// Compares two graphs, which may be of different applications.
  ///
  /// - Parameters:
  ///   - before: The first side.
  ///   - after: The second side.
  ///   - withLocations: Whether a binding that only stands on another line has changed.
  public init(from before: BindingGraph, to after: BindingGraph, withLocations: Bool) {
    self.before = before
    self.after = after
    self.withLocations = withLocations
    compare()
    bindings = Difference.ordered(bindings)
    contributions = Difference.ordered(contributions)
    overrides = Difference.ordered(overrides)
  }

  /// The places of the bindings of one identity.
  private struct Places {
    var before: [Int] = []
    var after: [Int] = []
  }

  private mutating func compare() {
    var numbers: [BindingIdentity: Int] = [:]
    var groups: [Places] = []
    var names = ComponentNames()
    for (graph, side) in [(before, \Places.before), (after, \Places.after)] {
      let components = names.numbers(of: graph)
      for binding in graph.bindings {
        let identity = BindingIdentity(binding, component: components[binding.component])
        let number = numbers[identity] ?? groups.count
        if number == groups.count {
          numbers[identity] = number
          groups.append(Places())
        }
        groups[number][keyPath: side].append(binding.id)
      }
    }
    for (identity, number) in numbers { compare(groups[number], identity) }
  }

  private mutating func compare(_ places: Places, _ identity: BindingIdentity) {
    if places.before.count == 1, places.after.count == 1,
      before.bindings[places.before[0]]
        .isPlainlySame(as: after.bindings[places.after[0]], withLocation: withLocations)
    {
      return
    }
    let (old, new) = Self.unmatched(
      said(places.before, before, withLocations), said(places.after, after, withLocations))
    // Those that are left are told apart by nothing, so they belong together in their order.
    for number in 0..<max(old.count, new.count) {
      add(
        number < old.count ? old[number] : nil, number < new.count ? new[number] : nil, identity)
    }
  }

  private typealias Candidate = (place: Int, said: [Difference.Said])

  private func said(
    _ places: [Int], _ graph: BindingGraph, _ withLocation: Bool
  ) -> [Candidate] {
    places.map { ($0, graph.bindings[$0].said(in: graph, withLocation: withLocation)) }
      .sorted { $0.said.lexicographicallyPrecedes($1.said) }
  }

  /// Those of both sides, in their order, of which the other side has no equal one.
  private static func unmatched(
    _ before: [Candidate], _ after: [Candidate]
  ) -> (before: [Candidate], after: [Candidate]) {
    var (old, new): ([Candidate], [Candidate]) = ([], [])
    var (left, right) = (before[...], after[...])
    while let first = left.first, let second = right.first {
      if first.said == second.said {
        left = left.dropFirst()
        right = right.dropFirst()
      } else if first.said.lexicographicallyPrecedes(second.said) {
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
      candidate.map { (graph: graph, binding: graph.bindings[$0.place]) }
    }
    let isChange = old != nil && new != nil
    let difference = Difference(
      change: isChange ? .changed : old == nil ? .came : .went,
      name: identity.key.description, kind: identity.kind.rawValue,
      plugin: identity.provenance.origin,
      component: sides.first.flatMap { $0.graph.componentPath(of: $0.binding.component) },
      modules: identity.provenance.modules,
      // Where something is that came or went is worth knowing in any case.
      fields: isChange
        ? Difference.fields(old?.said, new?.said)
        : Difference.fields(
          old.map { before.bindings[$0.place].said(in: before, withLocation: true) },
          new.map { after.bindings[$0.place].said(in: after, withLocation: true) }))
    if sides.contains(where: { $0.binding.override != nil }) {
      overrides.append(difference)
    } else if identity.kind == .contribution {
      contributions.append(difference)
    } else {
      bindings.append(difference)
    }
  }
}
