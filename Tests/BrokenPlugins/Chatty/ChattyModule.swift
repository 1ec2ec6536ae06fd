// Shows: a plugin that writes to standard output while it is configured.
// Its output looks like output of the host, and must not be mixed with it.
// Nothing else is wrong with it.
public import Cleanse
import CleansePlugin

/// Prints a line that looks like a list of the host, and contributes a command.
public enum ChattyModule: Module {
  public static func configure(binder: UnscopedBinder) {
    print(#"{"schema": "cleanse-list/1", "plugins": []}"#)
    binder.bind((any Command).self).intoCollection().to(factory: ChatCommand.init)
  }
}
