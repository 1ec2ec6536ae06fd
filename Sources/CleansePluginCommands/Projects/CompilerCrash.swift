/// A crash of the Swift compiler, as its output describes it.
struct CompilerCrash: Equatable {
  /// The location in a source that it was compiling, as `File.swift:4:12`, or only the file; nil if it does not say.
  let location: String?
  /// The declaration there.
  let declaration: String?

  /// Returns nil for the output of a compiler that did not crash.
  init?(_ output: String) {
    let lines = output.split(separator: "\n")
    guard let start = lines.firstIndex(where: Self.begins) else { return nil }
    let log = lines[start...]
    // The stack dump begins with the outermost step.
    let step = log.last { Self.step($0) != nil }.flatMap(Self.step)
    location = step?.location ?? log.lazy.compactMap(Self.primaryFile).first
    declaration = step?.declaration
  }

  /// Whether the output about a crash begins with the line.
  static func begins(_ line: some StringProtocol) -> Bool {
    line.contains("Please submit a bug report") || line.contains("command failed due to signal")
  }

  /// What a line such as `for 'configure()' (at App.swift:4:12)` names.
  private static func step(_ line: Substring) -> (location: String, declaration: String?)? {
    guard let start = line.firstRange(of: "(at "),
      let end = line[start.upperBound...].lastIndex(of: ")")
    else { return nil }
    let quoted = line[..<start.lowerBound].split(separator: "'", omittingEmptySubsequences: false)
    return (
      String(line[start.upperBound..<end]),
      quoted.count < 3 ? nil : String(quoted[quoted.count - 2])
    )
  }

  /// The source in the arguments of the compiler, which the log repeats.
  private static func primaryFile(_ line: Substring) -> String? {
    guard let option = line.firstRange(of: "-primary-file ") else { return nil }
    return line[option.upperBound...].split(separator: " ").first.map(String.init)
  }

  /// The crash in one line without a full stop.
  var message: String {
    "the Swift compiler crashed" + (location.map { " at \($0)" } ?? "")
      + (declaration.map { ", in \($0)" } ?? "")
  }

  /// What to do.
  static let hints = [
    "this is a defect of the compiler; it is known for some functions as factories, and what to write in their",
    "place is in the article on pitfalls: Sources/Cleanse/Cleanse.docc/Pitfalls.md",
  ]
}
