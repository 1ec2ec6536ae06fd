/// What making a value can involve beside its result.
// Frozen: these are the effects of the language.
@frozen
public enum Effect: String, Hashable, Sendable, Codable {
  /// It can throw.
  case throwing
  /// It has to be awaited, and can throw.
  case asynchronous
}

extension Optional<Effect> {
  /// Whether whoever copes with the other one copes with this, too.
  package func isWithin(_ allowed: Effect?) -> Bool {
    weight <= allowed.weight
  }

  fileprivate var weight: Int {
    switch self {
    case nil: 0
    case .throwing: 1
    case .asynchronous: 2
    }
  }
}

/// The effect that covers both.
func max(_ left: Effect?, _ right: Effect?) -> Effect? {
  left.isWithin(right) ? right : left
}
