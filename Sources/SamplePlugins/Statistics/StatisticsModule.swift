// Shows: a command that needs what another plugin binds, and says so in plugin.json (requires).
// Without that plugin the host names what is missing before anything runs.
// The command itself is in StatisticsCommand.swift.
public import Cleanse
import CleansePlugin

/// Contributes the command `statistics`, which asks for the `WordCounter`.
public enum StatisticsModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to(factory: StatisticsCommand.init)
  }
}
