import CleanseTestSupport
import Foundation

extension Torture {
  /// Changes plugin files next to unchanged ones, while hosts read both.
  func churn(
    _ stage: Stage, _ quiet: FileStatuses, _ generator: inout SeededGenerator
  ) throws -> [String] {
    let folder = stage.path("churned")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".so") && !$0.contains("Cleanse") }.sorted()
    // A plugin in two directories is a duplicate, so these directories come in runs of their own.
    var before: [String: Data] = [:]
    for name in names { before[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) }
    var complaints: [String] = []
    for _ in 0..<3 {
      let runs = Runs(stage, arguments: stage.validation(of: ["churned"]), count: 3)
      while !runs.areOver {
        guard let name = names.randomElement(using: &generator), let bytes = before[name] else {
          break
        }
        let path = "\(folder)/\(name)"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: try? FileManager.default.removeItem(atPath: path)
        case 1: unsafe truncate(path, off_t.random(in: 0...off_t(bytes.count), using: &generator))
        case 2: try bytes.write(to: URL(filePath: path), options: .atomic)
        default:
          try bytes.write(
            to: URL(filePath: "\(folder)/lib\(Int.random(in: 0..<9, using: &generator)).so"))
        }
        usleep(UInt32.random(in: 0...20_000, using: &generator))
      }
      for outcome in try runs.outcomes() {
        if outcome.isOverdue { complaints.append("a host hangs") }
        if outcome.status > 128 { complaints.append("signal \(outcome.status - 128)") }
        if !outcome.isOverdue, outcome.status <= 1, FileStatuses(outcome.output) == nil {
          complaints.append("no document, status \(outcome.status)")
        }
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where name.hasSuffix(".so") && before[name] == nil && !name.contains("Cleanse") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      for (name, bytes) in before {
        try bytes.write(to: URL(filePath: "\(folder)/\(name)"), options: .atomic)
      }
    }
    // With the cache of the disturbed runs, and the restored files.
    let after = try stage.run(stage.validation(of: ["churned"]))
    let found = FileStatuses(after.output)?.ofFiles ?? [:]
    let wrong = found.filter { file, status in
      quiet.ofFiles[file.replacing("/churned/", with: "/sound/")] != status
    }
    return complaints + wrong.map { "after the churn: \($0.key): \($0.value)" }.sorted()
      + (found.isEmpty ? ["after the churn: no document"] : [])
  }

  /// Runs `host run` with plugins that fail at its end, or kills it.
  func end(_ stage: Stage, _ generator: inout SeededGenerator) throws -> [String] {
    var complaints: [String] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: options.faults)
      .filter { $0.hasPrefix("destructor-") || $0.hasPrefix("exit-") }.sorted()
    for name in names.shuffled(using: &generator).prefix(4) {
      let arguments = [
        "run", "--deadline", "4", "\(options.faults)/\(name)", stage.path("sound"), "--",
        "statistics",
      ]
      let moment = Double.random(in: 0...1.5, using: &generator)
      let isKilled = Bool.random(using: &generator)
      let outcome = try stage.run(
        arguments,
        script: isKilled
          ? #"echo one | "$@" & (sleep \#(moment); kill -KILL $!) 2>/dev/null; wait $!"#
          : #"echo one two | "$@""#)
      if outcome.isOverdue { complaints.append("\(name): host run hangs") }
      let expected: Set<Int32> = isKilled ? [0, 128 + SIGKILL] : [0]
      if !expected.contains(outcome.status) {
        complaints.append(
          "\(name): status \(outcome.status): \(String(decoding: outcome.errors.prefix(300), as: UTF8.self))"
        )
      }
    }
    return complaints
  }
}
