// Shows: a plugin that registers nothing.
// It does no harm and is of no use, which its author can hardly have meant.
public import Cleanse

/// Binds nothing.
public enum NothingModule: Module {
  public static func configure(binder: UnscopedBinder) {}
}
