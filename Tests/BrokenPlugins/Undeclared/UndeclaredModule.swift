// Shows: a plugin with a contribution that its plugin.json does not declare.
// A list of plugins, which runs none of them, does not show the command.
public import Cleanse
import CleansePlugin

/// Contributes a command.
public enum UndeclaredModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to(factory: HiddenCommand.init)
  }
}
