import CleanseGraph

/// When a binding needs its dependencies, which decides where their effects propagate to.
enum RequestTime: Sendable {
  /// While its value is made. Effects propagate to the requesters of the value.
  case now
  /// When the value is called, by a caller that handles the given effect.
  case later(Effect?)

  /// The call of the value; nil if the dependencies are needed now.
  var call: Binding.Call? {
    guard case .later(let effect) = self else { return nil }
    return Binding.Call(effect: effect)
  }
}
