import CCleansePlugin
import Cleanse
import CleansePlugin

/// How a binding of C answers its key.
struct BindingFlags {
  let isShared: Bool
  let isContribution: Bool
  /// The place among the contributions of the collection.
  let place: Int
  /// The place among the overrides of the key; nothing when it is none.
  let override: Int?

  /// - Throws: When a flag is unknown, or flags exclude each other.
  init(
    _ flags: UInt32, place: Int32, _ location: SourceLocation, _ binder: PluginBinder
  ) throws(ForeignRegistration.Refusal) {
    func has(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
    let known = UInt32(CLEANSE_SHARED | CLEANSE_CONTRIBUTE | CLEANSE_OVERRIDE)
    isShared = has(CLEANSE_SHARED)
    isContribution = has(CLEANSE_CONTRIBUTE)
    override = has(CLEANSE_OVERRIDE) ? Int(place) : nil
    self.place = Int(place)
    let mistake: String? =
      if flags & ~known != 0 {
        "a binding has flags that the host does not know: \(flags & ~known)"
      } else if isContribution, override != nil {
        "a contribution to a collection can't be an override"
      } else if isShared, binder.scope == Unscoped.self {
        "a binding is shared, and the component has no scope"
      } else {
        nil
      }
    if let mistake {
      throw ForeignRegistration.Refusal(
        code: .pluginMisusedTable, message: mistake, location: location,
        fix: ForeignRegistration.misuseFix)
    }
  }
}
