// Shows: a command that depends on a binding of another plugin, which plugin.json requires.
// Without that plugin the host reports the missing plugin and binding before any command runs.
// The command itself is in StatisticsCommand.swift.
public import Cleanse
import CleansePlugin

/// Contributes the command `statistics`, which depends on the `WordCounter`.
public enum StatisticsModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to(factory: StatisticsCommand.init)
  }
}
