// Shows: a contribution whose object is told what to do by the user, as in --use wrap:72.
// An argument that makes no sense is an error with a message, which the command passes on.
// The filter itself is in WrapFilter.swift.
public import Cleanse
import TextFilterAPI

/// Contributes the filter `wrap`.
public enum WrapModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any TextFilter).self).intoCollection().to(factory: WrapFilter.init)
  }
}
