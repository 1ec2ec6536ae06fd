import CleansePlugin

/// A command that works.
struct HiddenCommand: Command {
  let name = "hidden"
  let summary = "does nothing"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
}
