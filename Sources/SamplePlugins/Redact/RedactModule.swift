// Shows: a contribution to a collection that another plugin declares and uses.
// This plugin depends neither on that plugin nor on the host, only on the contract in TextFilterAPI.
// The filter itself is in RedactFilter.swift.
public import Cleanse
import TextFilterAPI

/// Contributes the filter `redact`.
public enum RedactModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any TextFilter).self).intoCollection().to(factory: RedactFilter.init)
  }
}
