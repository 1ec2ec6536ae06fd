import CleanseGraph

extension Binding {
  /// The properties of the binding that are compared, beyond its identity.
  ///
  /// - Parameter withLocation: Whether the source location is one of them.
  func properties(in graph: BindingGraph, withLocation: Bool) -> [Difference.Property] {
    let requests = requests.map(\.phrase)
    let suppressions = suppressed.map { "\($0.code.rawValue): \($0.reason)" }
    var properties: [(String, String?)] = [
      ("scope", scope), ("requests", requests.isEmpty ? nil : requests.joined(separator: ", ")),
      ("effect", effect?.rawValue),
      ("call", call.map { $0.effect.map { "later, \($0.rawValue)" } ?? "later" }),
      ("override", override.map { isReplacement ? "replacement" : "\($0)" }),
      ("order", order.map(String.init)), ("entry", entry),
      ("duplicate keys", allowsDuplicateKeys ? "allowed" : nil),
      ("per process", isPerProcess ? "yes" : nil),
      ("component", subcomponent.map { graph[$0].name }),
      ("source", source?.rawValue), ("signature", signature),
      ("suppressed", suppressions.isEmpty ? nil : suppressions.joined(separator: "; ")),
    ]
    if withLocation { properties.append(("location", location?.description)) }
    return properties.map { Difference.Property(name: $0.0, value: $0.1) }
  }

  /// Whether all ``properties(in:withLocation:)`` are trivially equal. If false, compare their texts.
  func isPlainlySame(as other: Binding, withLocation: Bool) -> Bool {
    scope == other.scope && requests == other.requests && effect == other.effect
      && call == other.call && override == other.override && order == other.order
      && entry == other.entry
      && allowsDuplicateKeys == other.allowsDuplicateKeys
      && isPerProcess == other.isPerProcess
      && subcomponent == nil && other.subcomponent == nil && source == other.source
      && signature == other.signature && suppressed == other.suppressed
      && (!withLocation
        || location?.line == other.location?.line
          && location?.file == other.location?.file)
  }
}
