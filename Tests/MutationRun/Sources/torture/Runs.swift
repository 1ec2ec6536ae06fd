import CleanseTestSupport
import Foundation
import Synchronization

/// Hosts that run at the same time, each with a thread that waits for it.
final class Runs: Sendable {
  private let results = Mutex<[Result<HostOutcome, any Error>]>([])
  private let count: Int
  private let group = DispatchGroup()

  init(_ stage: Stage, arguments: [String], count: Int) {
    self.count = count
    for _ in 0..<count {
      group.enter()
      Thread {
        let result = Result { try stage.run(arguments) }
        self.results.withLock { $0.append(result) }
        self.group.leave()
      }.start()
    }
  }

  var areOver: Bool { results.withLock { $0.count } == count }

  func outcomes() throws -> [HostOutcome] {
    group.wait()
    return try results.withLock { $0 }.map { try $0.get() }
  }
}
