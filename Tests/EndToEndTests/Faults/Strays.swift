import Foundation

/// A process that outlives the program that a test started.
struct Stray: CustomStringConvertible {
  let process: pid_t
  let name: String

  var description: String { "\(process) \(name)" }
}

/// Finds strays.
enum Strays {
  /// A variable with a value unique to the test: every descendant of the program inherits it, also in
  /// another session and under another parent. It has a name that processes which load plugins get.
  static let variable = "SWIFT_CLEANSE_TEST_RUN"

  /// The processes that still run with that value, after a short time for those that are about to end.
  ///
  /// - Parameter count: The number of processes that may remain.
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
      // The environment can't be read if the process has ended since, or belongs to another user.
      let folder = URL(filePath: "/proc/\(process)")
      guard let environment = try? Data(contentsOf: folder.appending(path: "environ")),
        environment.range(of: entry) != nil
      else { return nil }
      let name = try? String(contentsOf: folder.appending(path: "comm"), encoding: .utf8)
      return Stray(process: process, name: name?.trimmingCharacters(in: .newlines) ?? "")
    }
  }
}
