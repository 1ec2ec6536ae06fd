// Shows: a plugin that says itself that it can't be used.
// What it reports with addError becomes the reason for which the host rejects it.
// The plugins beside it are not affected.
public import Cleanse

/// Reports an error.
public enum RefusingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.addError("the licence of this plugin has expired")
  }
}
