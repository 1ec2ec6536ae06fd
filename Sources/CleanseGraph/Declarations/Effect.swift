/// An effect of making a value.
// Frozen: these are the effects of the language.
@frozen
public enum Effect: String, Hashable, Sendable, Codable {
  /// Making the value can throw.
  case throwing
  /// Making the value has to be awaited, and can throw.
  case asynchronous
}

extension Optional<Effect> {
  /// Whether a requester that handles the allowed effect also handles this one.
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
