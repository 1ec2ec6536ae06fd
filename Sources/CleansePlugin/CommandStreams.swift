/// The three streams of a command.
public struct CommandStreams: Sendable {
  /// What the command reads; its standard input under `host run`.
  public var input: any ByteSource
  /// Where its result goes, and nothing else.
  public var output: any ByteSink
  /// Where it tells what is not its result: progress, warnings.
  public var error: any ByteSink

  /// Streams of any kind; a test gives ones in memory.
  public init(input: any ByteSource, output: any ByteSink, error: any ByteSink) {
    self.input = input
    self.output = output
    self.error = error
  }
}

/// Where bytes come from. One reader at a time.
public protocol ByteSource: Sendable {
  /// Replaces the contents of `buffer` with the next bytes, waiting for the first of them.
  ///
  /// - Parameters:
  ///   - buffer: Overwritten; its storage is used again where it can be. Empty afterwards only at
  ///     the end of the input.
  ///   - limit: How many bytes to take at most, at least one.
  /// - Throws: A ``StreamError`` when the system can't read.
  func read(into buffer: inout [UInt8], limit: Int) throws
}

/// Where bytes go. One writer at a time.
public protocol ByteSink: Sendable {
  /// Writes all of the bytes, waiting until they are taken.
  ///
  /// - Throws: A ``StreamError`` when the system can't write; ``StreamError/isClosedByReader``
  ///   tells that nobody reads any more, as in `host run … -- filter | head`.
  func write(_ bytes: borrowing Span<UInt8>) throws
}

extension ByteSink {
  /// Writes the text as UTF-8.
  public func write(_ text: String) throws {
    try write(Array(text.utf8).span)
  }
}

/// A read or a write that the system refused.
public struct StreamError: Error, Hashable, CustomStringConvertible {
  /// The system's number of the error, as in `errno`.
  public var number: Int32
  /// What was being done and why it failed.
  public var description: String
  /// Whether a pipe's reader has gone, which most programs end on without a word.
  public var isClosedByReader: Bool

  /// For sources and sinks of an embedder or of a test.
  public init(number: Int32, description: String, isClosedByReader: Bool) {
    self.number = number
    self.description = description
    self.isClosedByReader = isClosedByReader
  }
}
