// Shows: two plugins that bind the same type.
// Each of them works alone; DuplicateB is the other one.
// The finding names both files, lines and plugins.
public import Cleanse
import BrokenContract

/// Binds the `Greeter`, as DuplicateB does.
public enum DuplicateAModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Greeter).self).to { GreeterA() as any Greeter }
  }
}
