import CleansePlugin

/// What nothing binds.
struct Unbound {}

/// A command that is never made.
struct UselessCommand: Command {
  let name = "useless"
  let summary = "can't be made"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
}
