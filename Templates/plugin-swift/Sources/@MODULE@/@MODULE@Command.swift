import CleansePlugin

struct Greeting {
  let word: String
}

/// The command `@NAME@ [NAME]`: prints a greeting.
struct @MODULE@Command: Command {
  let greeting: Greeting
  let name = "@NAME@"
  let summary = "Prints a greeting"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    guard arguments.count <= 1 else { throw CommandUsageError("it takes one name") }
    try streams.output.write("\(greeting.word), \(arguments.first ?? "world")!\n")
    return 0
  }
}
