// Shows: a plugin that registers other things each time that it is configured.
// What was checked is then not what runs. A host configures it twice to find that out.
public import Cleanse
import CleansePlugin
import Synchronization

/// Contributes one command more each time.
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
