// Shows: two plugins that bind the same type.
// Each of them works alone; DuplicateA is the other one.
// The finding names both files, lines and plugins.
public import Cleanse
import BrokenContract

/// Binds the `Greeter`, as DuplicateA does.
public enum DuplicateBModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Greeter).self).to { GreeterB() as any Greeter }
  }
}
