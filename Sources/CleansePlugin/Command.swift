/// An extension point of the `host` program: something that `host run` can run by name.
///
/// A plugin contributes one with
/// `binder.bind((any Command).self).intoCollection().to(factory: MyCommand.init)`.
public protocol Command: Sendable {
  /// What the user types, such as `filter`: lower-case letters, digits and hyphens.
  var name: String { get }

  /// What the command does, in one line.
  var summary: String { get }

  /// Does the work.
  ///
  /// - Parameters:
  ///   - arguments: What stood after the command's name, as it was typed.
  ///   - streams: Where to read from and to write to; a command that uses these and not the
  ///     process's own can be tested and embedded.
  /// - Returns: The exit status of the program, 0 to 255; 0 says that everything went well.
  /// - Throws: Whatever stopped the command. A ``CommandUsageError`` ends the program with status
  ///   2, a ``StreamError`` with status 3, any other error with status 1, each with its
  ///   description on the error stream; that nobody reads the output any more is not told.
  func run(arguments: [String], streams: CommandStreams) async throws -> Int32
}

/// The user asked a command for something that it does not understand.
public struct CommandUsageError: Error, Hashable, CustomStringConvertible {
  /// What was wrong, and what would have been right, in one or two lines.
  public var description: String

  /// The text is printed behind the name of the command.
  public init(_ description: String) {
    self.description = description
  }
}
