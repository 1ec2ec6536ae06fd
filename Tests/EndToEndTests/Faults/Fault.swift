import Foundation
import Testing

/// One fault of the corpus, as Documentation/Faults.md describes it.
struct Fault: CustomTestStringConvertible, Sendable {
  /// The first command that reports the fault, in the column *reported by*.
  enum Stage: String, Sendable {
    /// Nothing is wrong; a host only has to survive the file.
    case never = "—"
    case list, validate, run
  }

  /// The name of the fault, of its directory and of its file.
  let name: String
  let stage: Stage
  /// The codes of which one is reported.
  let codes: [String]
  /// The severity of the finding; nil if none is reported.
  let severity: String?

  var testDescription: String { name }
  var isError: Bool { severity == "error" }
  /// Whether a host that uses the plugin can't keep it from starting a process. That must not keep
  /// alive what the host itself has started.
  var leavesProcess: Bool { name.hasSuffix("-sly") }
  /// Options that shorten the host's wait for a fault that it detects only by a timeout.
  var deadline: [String] {
    codes.contains("plugin/probe-timeout")
      ? ["--deadline", "1"] : codes.contains("plugin/unclean-exit") ? ["--deadline", "3"] : []
  }

  /// All faults, in the order of the tables.
  static let all: [Fault] = {
    let file = Build.root.appending(path: "Documentation/Faults.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").flatMap { faults(inRow: $0) }
  }()

  /// The faults of a row: a single fault, or the same fault in several stages.
  private static func faults(inRow line: Substring) -> [Fault] {
    guard line.hasPrefix("| `") else { return [] }
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 5, let stage = Stage(rawValue: cells[2]) else { return [] }
    return quoted(cells[0]).map { name in
      Fault(
        name: name, stage: stage, codes: quoted(cells[3]),
        severity: cells[4] == "—" ? nil : cells[4])
    }
  }

  private static func quoted(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }
}

extension Fault {
  /// The fault as it is found after another plugin was replaced while it was validated, as all files are then read again.
  ///
  /// A plugin that truncated its file when it was first probed is an empty file by then.
  var readAgain: Fault {
    guard name.hasSuffix("-shrink") else { return self }
    return Fault(name: name, stage: stage, codes: ["plugin/empty-file"], severity: severity)
  }

  /// Whether a path that a host reports is that of the faulty file, and not of a file next to it.
  func names(_ path: String) -> Bool {
    guard let file = path.split(separator: "/").last, file.hasPrefix(name) else { return false }
    return Self.endings.contains(String(file.dropFirst(name.count)))
  }

  /// What may follow the name: some faults consist of several files, some are in the file's name.
  private static let endings = [
    ".so", "-second.so", "-hard.so", "-link.so", "$.so", #"\xFF.so"#,
    "\t\n\u{1B}[2J\u{202E}.so",
  ]
}
