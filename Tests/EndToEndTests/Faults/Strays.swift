import Foundation

/// A process that outlives the program that a test has started.
struct Stray: CustomStringConvertible {
  let process: pid_t
  let name: String

  var description: String { "\(process) \(name)" }
}

/// Finds strays.
enum Strays {
  /// The variable that a test sets to a text of its own: whatever the program starts has it, too, and
  /// keeps it in another session and under another parent.
  static let variable = "CLEANSE_TEST_RUN"

  /// What still runs with that text; those that are about to go are given some time for it.
  ///
  /// - Parameter count: How many may stay.
  static func find(_ marker: String, atMost count: Int) -> [Stray] {
    for _ in 0..<200 {
      let found = running(marker)
      if found.count <= count { return found }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return running(marker)
  }

  private static func running(_ marker: String) -> [Stray] {
    let entry = Data("\(variable)=\(marker)".utf8)
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(pid_t.init).compactMap { process in
      // One that has gone in between, or is of another user, has no environment to read.
      let folder = URL(filePath: "/proc/\(process)")
      guard let environment = try? Data(contentsOf: folder.appending(path: "environ")),
        environment.range(of: entry) != nil
      else { return nil }
      let name = try? String(contentsOf: folder.appending(path: "comm"), encoding: .utf8)
      return Stray(process: process, name: name?.trimmingCharacters(in: .newlines) ?? "")
    }
  }
}
