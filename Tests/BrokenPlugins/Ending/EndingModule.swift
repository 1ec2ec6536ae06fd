// Shows: the ways in which a command can end, and how the host handles each.
// Nothing is wrong with the plugin itself.
// The command is in EndCommand.swift.
public import Cleanse
import CleansePlugin

/// Contributes the command `end`.
public enum EndingModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to(factory: EndCommand.init)
  }
}
