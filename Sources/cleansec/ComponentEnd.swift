import CleanseGraph
import CleanseSupport

/// The end of a process during the recording of a component.
struct ComponentEnd {
  /// A function on the stack that is part of the program, and its line.
  private struct Frame {
    let function: Substring
    let location: SourceLocation
  }

  private let component: String
  private let outcome: ChildProgram.Outcome
  private let limit: Int
  /// The directory of the framework's sources.
  private let framework: String
  /// The lines that the process wrote to standard error, and after them those of the Swift runtime.
  private let lines: [Substring]

  init(component: String, outcome: ChildProgram.Outcome, limit: Int, framework: String) {
    (self.component, self.outcome) = (component, outcome)
    (self.limit, self.framework) = (limit, framework)
    lines = String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n")
  }

  /// What the driver writes before it ends a process whose component exceeds the limit.
  private static let mark: Substring = "cleansec: the time limit has passed"

  /// The finding, at the innermost line of the program's own code.
  var finding: Diagnostic {
    let frames = frames
    let isLate = lines.contains(Self.mark)
    return Diagnostic(
      isLate ? .configureTimeout : .configureCrashed, .error,
      isLate
        ? "recording \(component) takes more than \(limit) second\(limit == 1 ? "" : "s")"
        : "recording \(component) ends the process: \(cause)",
      at: frames.first?.location,
      notes: frames.dropFirst().map {
        Diagnostic.Note("called by \($0.function)", at: $0.location)
      },
      fix: "let `configure` only declare bindings, and move other work into factories",
      arguments: [Diagnostic.Argument("component", component)])
  }

  /// The message of the runtime, or how the process ended.
  private var cause: String {
    for line in lines {
      if let mark = line.firstRange(of: "Fatal error: ") { return String(line[mark.upperBound...]) }
    }
    return "\(outcome.end)"
  }

  /// The functions of the program that the framework called, innermost first.
  private var frames: [Frame] {
    Array(
      lines.lazy.compactMap(Self.frame)
        .prefix { !$0.location.path.hasPrefix(framework) })
  }

  /// Reads a line of the stack, such as `1 [ra] 0x… static App.configure(binder:) + 52 in App at
  /// /src/App.swift:12:5`. Returns nil for other lines and for code without a source line.
  private static func frame(_ line: Substring) -> Frame? {
    guard let address = line.firstRange(of: " 0x"),
      let number = line.split(separator: " ").first, number.allSatisfy(\.isASCIIDigit),
      let name = line[address.upperBound...].firstIndex(of: " "),
      let end = line.firstRange(of: " + ")?.lowerBound, name < end,
      let at = line.ranges(of: " at /").last
    else { return nil }
    // Not a path: a location of a backtrace, which opens no file.
    let parts = line[at.upperBound...].split(separator: ":")
    guard parts.count >= 3, let row = Int(parts[parts.count - 2]) else { return nil }
    // Not a path: a location of a backtrace, which opens no file.
    let path = "/" + parts.dropLast(2).joined(separator: ":")
    // Not a path: a location of a backtrace, which opens no file.
    let file = path.split(separator: "/").suffix(2).joined(separator: "/")
    return Frame(
      function: line[line.index(after: name)..<end],
      location: SourceLocation(file: file, path: path, line: row))
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
