/// Reads the lines of one log format. An extension point of LogWatch.
///
/// A plugin contributes a parser with
/// `binder.bind((any LineParser).self).intoCollection().to(factory: MyParser.init)`.
public protocol LineParser: Sendable {
  /// Returns the entry of a line, without its line feed; nil for a line of another format, which the next parser gets.
  func entry(of line: String) -> LogEntry?
}
