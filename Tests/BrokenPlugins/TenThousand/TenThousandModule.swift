// Shows: a plugin with very many bindings.
// Nothing is wrong with it. A host has to accept it, in reasonable time.
public import Cleanse
import CleansePlugin

/// Contributes ten thousand commands.
public enum TenThousandModule: Module {
  public static func configure(binder: UnscopedBinder) {
    for number in 1...10_000 {
      binder.bind((any Command).self).intoCollection().to {
        CountedCommand(name: "command-\(number)")
      }
    }
  }
}
