public import Cleanse
import LogWatchAPI

/// Contributes an alert of severe entries.
public enum SevereModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any Alert).self).intoCollection().to(factory: SevereAlert.init)
  }
}

/// An alert of entries of a level and above.
struct SevereAlert: Alert {
  private let level: LogLevel
  private let ignored: [String]

  init(level: TaggedProvider<Options.Level>, ignored: TaggedProvider<Options.Ignored>) {
    self.level =
      switch level.get() {
      case .debug: .debug
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    self.ignored = ignored.get()
  }

  func text(for entry: LogEntry) -> String? {
    guard entry.level >= level, !ignored.contains(where: entry.message.contains) else { return nil }
    return "\(entry.level): \(entry.message)"
  }
}
