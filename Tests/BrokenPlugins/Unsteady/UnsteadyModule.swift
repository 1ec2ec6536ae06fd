// Shows: a plugin that registers other bindings each time that it is configured.
// The bindings that were checked are then not those that are used. A host configures it twice to detect that.
public import Cleanse
import CleansePlugin
import Synchronization

/// Contributes one more command each time.
public enum UnsteadyModule: Module {
  private static let calls = Mutex(0)

  public static func configure(binder: UnscopedBinder) {
    let count = calls.withLock { calls in
      calls += 1
      return calls
    }
    for number in 1...count {
      binder.bind((any Command).self).intoCollection().to {
        NumberedCommand(name: "unsteady-\(number)")
      }
    }
  }
}
