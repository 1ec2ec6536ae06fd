// Shows: a plugin that registers no bindings.
// It is harmless and useless, which its author can hardly have intended.
public import Cleanse

/// Binds nothing.
public enum NothingModule: Module {
  public static func configure(binder: UnscopedBinder) {}
}
