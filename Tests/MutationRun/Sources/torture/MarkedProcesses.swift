import Foundation

/// The processes that a round has started, in whatever session: every process that a program starts inherits
/// its environment, and keeps it in another session and with another parent.
struct MarkedProcesses {
  static let variable = "CLEANSE_TORTURE"

  let marker: String

  /// The processes that are running, without zombies.
  func running() -> [pid_t] {
    let entry = Data("\(Self.variable)=\(marker)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(pid_t.init).filter { process in
      // A process that has ended in between, or a zombie, has no environment to read.
      let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
      return environment?.range(of: entry) != nil
    }
  }

  /// Kills the processes that still run some time after all should have ended, and returns them.
  func endStrays() -> [String] {
    for _ in 0..<200 {
      if running().isEmpty { return [] }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return running().map { process in
      let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      kill(process, SIGKILL)
      return "\(process) \(name?.trimmingCharacters(in: .newlines) ?? "")"
    }
  }
}
