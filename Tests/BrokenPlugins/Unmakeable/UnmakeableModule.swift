// Shows: a command whose factory fails. It affects no other command, and a test finds it with --exercise.
public import Cleanse
import CleansePlugin

/// Contributes a command that can't be made.
public enum UnmakeableModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Command).self).intoCollection().to { () throws -> any Command in
      throw MissingLicence()
    }
  }
}

/// The reason why the command can't be made.
struct MissingLicence: Error, CustomStringConvertible {
  let description = "there is no licence file"
}
