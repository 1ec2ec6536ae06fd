import CleanseGraph

/// When a binding needs what it depends on, which decides where the effects of that propagate to.
@usableFromInline
enum RequestTime: Sendable {
  /// While its value is made, so the effects propagate to the requesters of the value.
  case now
  /// When the value is called, by a caller that handles so much.
  case later(Effect?)

  /// The call of the value, if it is called.
  var call: Binding.Call? {
    guard case .later(let effect) = self else { return nil }
    return Binding.Call(effect: effect)
  }
}
