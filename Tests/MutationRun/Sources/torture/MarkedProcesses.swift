import Foundation

/// The processes that a round has started, wherever they have gone: whatever a program starts inherits its
/// environment, and keeps it in another session and under another parent.
struct MarkedProcesses {
  static let variable = "CLEANSE_TORTURE"

  let marker: String

  /// Those that run now, without zombies.
  func running() -> [pid_t] {
    let entry = Data("\(Self.variable)=\(marker)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(pid_t.init).filter { process in
      // One that has gone in between, or a zombie, has no environment to read.
      let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
      return environment?.range(of: entry) != nil
    }
  }

  /// Those that still run when all should have ended, after some time for it; they are killed.
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
