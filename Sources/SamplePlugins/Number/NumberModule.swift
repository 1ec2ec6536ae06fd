// Shows: the smallest plugin that does something: a module, a filter and a plugin.json.
// Start from a copy of this folder to write a filter of your own.
// The filter itself is in NumberFilter.swift.
public import Cleanse
import TextFilterAPI

/// Contributes the filter `number`.
public enum NumberModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any TextFilter).self).intoCollection().to(factory: NumberFilter.init)
  }
}
