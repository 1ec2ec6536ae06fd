import CleanseSupport
import PluginFiles
internal import CleanseGraph
import Glibc

/// Finds functions and source lines in the debug information of libraries, with a program that is made for it:
/// damaged information then does no harm here.
struct SourceLines {
  /// What is at an address of a library's file.
  struct Entry: Equatable {
    let function: String?
    let location: SourceLocation?
  }

  /// The program with the options that make it answer like the others; nil where there is none.
  private let tool: (path: String, options: [String])?

  /// - Parameter path: The directories that programs are looked for in, as in `PATH`.
  init(path: String) {
    let tools: [(name: String, options: [String])] = [
      (
        "llvm-symbolizer",
        ["--output-style=GNU", "--no-inlines", "--functions=linkage", "--no-demangle"]
      ),
      ("addr2line", ["-f"]),
    ]
    tool = tools.lazy.flatMap { tool in
      path.split(separator: ":").map { ("\($0)/\(tool.name)", tool.options) }
    }.first { unsafe access($0.0, X_OK) == 0 }
  }

  /// What is at the addresses, in their order; nothing where that can't be found out.
  func entries(of library: String, at addresses: [UInt64]) -> [Entry] {
    guard let tool, !addresses.isEmpty else { return [] }
    let program = ChildProgram(
      path: tool.path,
      arguments: tool.options + ["-e", library] + addresses.map { "0x" + String($0, radix: 16) },
      limit: .seconds(10), mostBytes: 1 << 20)
    guard let outcome = try? program.run(input: ""), outcome.end == .exited(0) else { return [] }
    return Self.entries(in: String(decoding: outcome.output, as: UTF8.self))
  }

  /// Reads the answer: for each address a line with the function and one with the file and the line.
  static func entries(in text: String) -> [Entry] {
    let lines = text.split(separator: "\n")
    return stride(from: 0, to: lines.count - 1, by: 2).map { index in
      Entry(
        function: lines[index] == "??" ? nil : String(lines[index]),
        location: location(lines[index + 1]))
    }
  }

  private static func location(_ text: Substring) -> SourceLocation? {
    // A discriminator may follow, in parentheses.
    let place = text.split(separator: " (discriminator").first ?? text
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      line > 0, place[..<colon] != "??"
    else { return nil }
    let path = String(place[..<colon])
    return SourceLocation(file: lastComponent(of: path), path: path, line: line)
  }
}
