// Shows: a plugin that says itself that it can't be used; those beside it are not affected.
// What it reports with addError becomes the reason, and what it binds is only told as near.
public import Cleanse
import BrokenContract

/// Reports an error.
public enum RefusingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.addError("the licence of this plugin has expired")
    binder.bind((any Egg).self).to { RottenEgg() as any Egg }
  }
}
