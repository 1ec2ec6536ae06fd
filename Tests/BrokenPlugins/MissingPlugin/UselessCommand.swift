import CleansePlugin

/// A type without a binding.
struct Unbound {}

/// A command that is never created.
struct UselessCommand: Command {
  let name = "useless"
  let summary = "can't be created"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
}
