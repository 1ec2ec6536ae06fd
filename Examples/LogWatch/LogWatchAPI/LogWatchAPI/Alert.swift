/// Decides which entries deserve attention. An extension point of LogWatch.
///
/// A plugin contributes an alert with
/// `binder.bind((any Alert).self).intoCollection().to(factory: MyAlert.init)`. In a module of the ``FileScope``, each log file
/// has an alert of its own.
public protocol Alert: Sendable {
  /// Returns the text of an alert; nil if the entry is no reason for one.
  func text(for entry: LogEntry) -> String?
}
