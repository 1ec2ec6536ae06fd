/// The input, output and error streams of a command.
public struct CommandStreams: Sendable {
  /// The stream that the command reads; the standard input under `host run`.
  public let input: any ByteSource
  /// The stream for the result of the command, and for nothing else.
  public let output: any ByteSink
  /// The stream for progress, warnings and other messages.
  public let error: any ByteSink

  /// Creates the streams of a command. Tests use streams in memory.
  public init(input: any ByteSource, output: any ByteSink, error: any ByteSink) {
    self.input = input
    self.output = output
    self.error = error
  }
}

/// A stream that bytes are read from, by one reader at a time.
public protocol ByteSource: Sendable {
  /// Appends the next bytes to `block`, after waiting for at least one byte.
  ///
  /// - Parameter block: Has room for at least one byte, and gets as many as are there and fit into it. None is appended only
  ///   at the end of the input.
  /// - Throws: A ``StreamError`` if the system can't read. Other sources, such as those of a test, may throw other errors. Nothing
  ///   is appended then.
  func read(into block: inout OutputSpan<UInt8>) throws
}

extension ByteSource {
  /// Returns the next bytes, after waiting for at least one byte; none only at the end of the input.
  ///
  /// - Parameter count: The maximum number of bytes, at least one.
  /// - Throws: As ``read(into:)``.
  public func read(upToCount count: Int) throws -> [UInt8] {
    try [UInt8](capacity: count) { try read(into: &$0) }
  }
}

/// A stream that bytes are written to, by one writer at a time.
public protocol ByteSink: Sendable {
  /// Writes all of the bytes, and waits until the system has accepted them.
  ///
  /// - Throws: A ``StreamError`` if the system can't write. Its ``StreamError/isClosedByReader`` is true if
  ///   the reader of a pipe has closed it, as in `host run … -- filter | head`. Other sinks may throw other errors.
  func write(_ bytes: borrowing Span<UInt8>) throws
}

extension ByteSink {
  /// Writes the text as UTF-8.
  public func write(_ text: String) throws {
    try write(Array(text.utf8).span)
  }
}

/// The error of a failed read or write.
public struct StreamError: Error, Hashable, CustomStringConvertible {
  /// The system's error number, as in `errno`.
  public let number: Int32
  /// The operation and why it failed.
  public let description: String
  /// Whether the reader of a pipe has closed it, which is usually not reported to the user.
  public let isClosedByReader: Bool

  /// Creates an error, for sources and sinks of an embedder or a test.
  public init(number: Int32, description: String, isClosedByReader: Bool) {
    self.number = number
    self.description = description
    self.isClosedByReader = isClosedByReader
  }
}
