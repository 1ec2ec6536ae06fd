import CleansePlugin

/// `end NUMBER` returns that status, `end usage` and `end error` throw, `end print TEXT` prints to standard
/// output, not to its streams.
struct EndCommand: Command {
  /// The error that `end error` throws.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let name = "end"
  let summary = "ends as its argument says"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    switch arguments.first {
    case "usage": throw CommandUsageError("end takes a number")
    case "error": throw Failure(description: "the disk is on fire")
    case "print":
      print(arguments.dropFirst().joined(separator: " "))
      return 0
    default: return arguments.first.flatMap { Int32($0) } ?? 0
    }
  }
}
