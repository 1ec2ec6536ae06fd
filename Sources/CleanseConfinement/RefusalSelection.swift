/// The refusals that are reported: each once, and a limited number of each kind. Many of one kind, which a process can make up,
/// don't keep one of another kind from being reported.
package struct RefusalSelection: Sendable {
  /// What became of a refusal.
  package enum Outcome: Sendable {
    /// It is reported.
    case reported
    /// It is not, as the first one beyond the limit of its kind.
    case exceeded
    /// It is not, as an earlier one.
    case known
  }

  private let limit: Int
  private var refusals: [Refusal.Kind: Set<Refusal>] = [:]

  /// - Parameter limit: The largest number of refusals of a kind.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether the refusal would be reported, or be the first one beyond the limit.
  package func isNew(_ refusal: Refusal) -> Bool {
    guard let known = refusals[refusal.kind] else { return true }
    return known.count <= limit && !known.contains(refusal)
  }

  /// Adds a refusal.
  package mutating func add(_ refusal: Refusal) -> Outcome {
    guard isNew(refusal) else { return .known }
    refusals[refusal.kind, default: []].insert(refusal)
    return refusals[refusal.kind, default: []].count > limit ? .exceeded : .reported
  }
}
