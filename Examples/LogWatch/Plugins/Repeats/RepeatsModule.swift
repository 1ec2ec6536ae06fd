public import Cleanse
import LogWatchAPI
import Synchronization

/// Contributes an alert to the subcomponent of each log file.
public enum RepeatsModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.include(module: FileModule.self, inSubcomponentsOf: FileScope.self)
  }
}

private enum FileModule: Module {
  static func configure(binder: Binder<FileScope>) {
    binder.bind((any Alert).self).intoCollection().to(factory: RepeatAlert.init)
  }
}

/// An alert of a message that occurs several times in a row.
final class RepeatAlert: Alert {
  private struct Run {
    var message = ""
    var count = 0
  }

  private let limit: Int
  private let run = Mutex(Run())

  init(count: TaggedProvider<Options.Count>) {
    limit = count.get()
  }

  func text(for entry: LogEntry) -> String? {
    let count = run.withLock { run in
      run = Run(message: entry.message, count: run.message == entry.message ? run.count + 1 : 1)
      return run.count
    }
    return count == limit ? "\(count) times: \(entry.message)" : nil
  }
}
