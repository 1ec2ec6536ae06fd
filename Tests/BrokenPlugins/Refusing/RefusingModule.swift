// Shows: a plugin that reports itself that it can't be used; other plugins are not affected.
// The error that it reports with addError is the reason, and its bindings are only shown as near misses.
public import Cleanse
import BrokenContract

/// Reports an error.
public enum RefusingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.addError("the licence of this plugin has expired")
    binder.bind((any Egg).self).to { RottenEgg() as any Egg }
  }
}
