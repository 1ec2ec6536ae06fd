/// A command that `host run` runs by name; an extension point of the `host` program.
///
/// A plugin contributes one with
/// `binder.bind((any Command).self).intoCollection().to(factory: MyCommand.init)`.
public protocol Command: Sendable {
  /// The name that the user types, such as `filter`: lower-case letters, digits and hyphens.
  var name: String { get }

  /// A description of the command in one line.
  var summary: String { get }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name, as the user typed them.
  ///   - streams: The streams to read from and to write to. A command that uses these instead of the
  ///     process's own streams can be tested and embedded.
  /// - Returns: The exit status of the program, 0 to 255; 0 for success.
  /// - Throws: Any error that stopped the command. The program prints its description on the error stream and
  ///   exits with status 2 for a ``CommandUsageError``, 3 for a ``StreamError``, and 1 for any other error. A
  ///   ``StreamError`` for an output that was closed by its reader is not printed.
  func run(arguments: [String], streams: CommandStreams) async throws -> Int32
}

/// An error in the arguments of a command.
public struct CommandUsageError: Error, Hashable, CustomStringConvertible {
  /// The mistake and the fix, in one or two lines.
  public let description: String

  /// Creates an error. The description is printed after the name of the command.
  public init(_ description: String) {
    self.description = description
  }
}
