// Shows: a contribution that takes an argument from the user, as in --use wrap:72.
// An invalid argument is an error with a message, which the command reports.
// The filter itself is in WrapFilter.swift.
public import Cleanse
import TextFilterAPI

/// Contributes the filter `wrap`.
public enum WrapModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any TextFilter).self).intoCollection().to(factory: WrapFilter.init)
  }
}
