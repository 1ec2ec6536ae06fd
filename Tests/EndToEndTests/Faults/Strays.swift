import Foundation

/// Processes that outlive the program that a test has started.
enum Strays {
  /// The variable that a test sets to a text of its own: whatever the program starts has it, too, and
  /// keeps it in another session and under another parent.
  static let variable = "CLEANSE_TEST_RUN"

  /// What still runs with that text, each as its number and its name; those that are about to go are
  /// given some time for it.
  static func find(_ marker: String) -> [String] {
    for _ in 0..<20 {
      let found = running(marker)
      if found.isEmpty { return [] }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return running(marker)
  }

  private static func running(_ marker: String) -> [String] {
    let entry = Data("\(variable)=\(marker)".utf8)
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { $0.allSatisfy(\.isNumber) }.compactMap { process in
      // One that has gone in between, or is of another user, has no environment to read.
      let folder = URL(filePath: "/proc/\(process)")
      guard let environment = try? Data(contentsOf: folder.appending(path: "environ")),
        environment.range(of: entry) != nil
      else { return nil }
      let name = try? String(contentsOf: folder.appending(path: "comm"), encoding: .utf8)
      return "\(process) \(name?.trimmingCharacters(in: .newlines) ?? "")"
    }
  }
}
