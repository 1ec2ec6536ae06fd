import CleanseGraph

extension Binding {
  /// What is said of the binding beyond its identity.
  ///
  /// - Parameter withLocation: Whether its line is a part of it.
  func said(in graph: BindingGraph, withLocation: Bool) -> [Difference.Said] {
    let asked = requests.map(\.phrase)
    let suppressions = (suppressed ?? []).map { "\($0.code.rawValue): \($0.reason)" }
    var said: [(String, String?)] = [
      ("scope", scope), ("requests", asked.isEmpty ? nil : asked.joined(separator: ", ")),
      ("effect", effect?.rawValue),
      ("call", call.map { $0.effect.map { "later, \($0.rawValue)" } ?? "later" }),
      ("override", override.map { $0 == .max ? "replacement" : "\($0)" }), ("entry", entry),
      ("duplicate keys", allowsDuplicateKeys == true ? "allowed" : nil),
      ("component", subcomponent.map { graph.components[$0].name }),
      ("source", source?.rawValue), ("signature", signature),
      ("suppressed", suppressions.isEmpty ? nil : suppressions.joined(separator: "; ")),
    ]
    if withLocation { said.append(("location", location?.description)) }
    return said.map { Difference.Said(name: $0.0, value: $0.1) }
  }

  /// Whether all that ``said(in:withLocation:)`` tells is plainly the same; where it is not, only the
  /// texts tell.
  func isPlainlySame(as other: Binding, withLocation: Bool) -> Bool {
    scope == other.scope && requests == other.requests && effect == other.effect
      && call == other.call && override == other.override && entry == other.entry
      && allowsDuplicateKeys == other.allowsDuplicateKeys
      && subcomponent == nil && other.subcomponent == nil && source == other.source
      && signature == other.signature && suppressed == other.suppressed
      && (!withLocation
        || location?.line == other.location?.line
          && location?.file == other.location?.file)
  }
}
