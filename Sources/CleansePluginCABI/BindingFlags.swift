import CCleansePlugin
import Cleanse
import CleansePlugin

/// The flags of a C-declared binding.
struct BindingFlags {
  let isShared: Bool
  let isContribution: Bool
  /// Whether the function wraps what other bindings of the key provide.
  let isDecorator: Bool
  /// The order of a contribution in its collection, or that of a decorator.
  let order: Int
  /// The precedence among the overrides of the key; nil for a binding that is not an override.
  let override: Int?

  /// - Parameters:
  ///   - order: The `order` of the binding: the order of a contribution or a decorator, or the precedence of an
  ///     override.
  ///   - isService: Whether the binding has a `cleanse_service`.
  /// - Throws: When a flag is unknown, or flags exclude each other.
  init(
    _ flags: UInt32, order: Int32, isService: Bool, _ location: RecordedLocation,
    _ binder: PluginBinder
  ) throws(ForeignRegistration.Refusal) {
    func has(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
    let known = UInt32(
      CLEANSE_SHARED | CLEANSE_CONTRIBUTE | CLEANSE_OVERRIDE | CLEANSE_DECORATE)
    isShared = has(CLEANSE_SHARED)
    isContribution = has(CLEANSE_CONTRIBUTE)
    isDecorator = has(CLEANSE_DECORATE)
    override = has(CLEANSE_OVERRIDE) ? Int(order) : nil
    self.order = Int(order)
    let general = ForeignRegistration.misuseFix
    let mistake: (message: String, fix: String)? =
      if flags & ~known != 0 {
        ("a binding has unknown flags: \(flags & ~known)", general)
      } else if isContribution, override != nil {
        ("a contribution to a collection can't be an override", general)
      } else if isContribution, isService {
        ("a contribution to a collection can't be a service", general)
      } else if isContribution, isDecorator {
        ("a contribution to a collection can't be a decorator", general)
      } else if isDecorator, override != nil {
        ("a decorator can't be an override, because it replaces nothing", general)
      } else if isDecorator, isService {
        ("a decorator can't be a service", general)
      } else if isShared, binder.scope == Unscoped.self {
        (
          "a binding is shared, but the component has no scope",
          "remove CLEANSE_SHARED, or give the component a scope"
        )
      } else {
        nil
      }
    if let mistake {
      throw ForeignRegistration.Refusal(
        code: .pluginMisusedTable, message: mistake.message, location: location.sourceLocation,
        fix: mistake.fix)
    }
  }
}
