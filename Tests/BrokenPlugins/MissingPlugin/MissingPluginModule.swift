// Shows: a missing binding.
// The command depends on a type that no plugin binds, so nothing can be built.
// The finding names this file, the line of the binding and the plugin.
public import Cleanse
import CleansePlugin

/// Contributes a command that can't be created.
public enum MissingPluginModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to { (_: Unbound) in UselessCommand() }
  }
}
