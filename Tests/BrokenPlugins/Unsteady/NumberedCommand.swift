import CleansePlugin

/// A command that works.
struct NumberedCommand: Command {
  let name: String
  let summary = "does nothing"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
}
