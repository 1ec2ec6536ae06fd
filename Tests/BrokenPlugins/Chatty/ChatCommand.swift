import CleansePlugin

/// A command that works.
struct ChatCommand: Command {
  let name = "chat"
  let summary = "says hello"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    try streams.output.write("hello\n")
    return 0
  }
}
