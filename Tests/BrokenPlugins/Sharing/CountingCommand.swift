import CleansePlugin
import Synchronization

/// A counter that the commands seem to share.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// Prints how often its counter was used.
struct CountingCommand: Command {
  let name: String
  let summary = "counts its calls"
  let counter: Counter

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    try streams.output.write("\(counter.next())\n")
    return 0
  }
}
