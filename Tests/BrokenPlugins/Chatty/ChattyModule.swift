// Shows: a plugin that writes to standard output while it is configured.
// What it prints looks like output of the host, and must not get among it.
// Apart from that nothing is wrong with it.
public import Cleanse
import CleansePlugin

/// Prints what looks like a list of the host, and contributes a command.
public enum ChattyModule: Module {
  public static func configure(binder: UnscopedBinder) {
    print(#"{"schema": "cleanse-list/1", "plugins": []}"#)
    binder.bind((any Command).self).intoCollection().to(factory: ChatCommand.init)
  }
}
