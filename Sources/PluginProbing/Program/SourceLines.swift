import CleanseSupport
import PluginFiles
internal import CleanseGraph
import Glibc

/// Finds functions and source lines in the debug information of libraries, using an external tool: damaged
/// debug information can't harm this process.
struct SourceLines {
  /// The function and location of an address in a library's file.
  struct Entry: Equatable {
    let function: String?
    let location: SourceLocation?
  }

  /// The tool, with the options that make all tools answer alike; nil if none is installed.
  private let tool: (path: String, options: [String])?

  /// - Parameter path: The directories to search for tools, in the format of `PATH`.
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

  /// The entries of the addresses, in their order; empty if they can't be determined.
  func entries(of library: String, at addresses: [UInt64]) -> [Entry] {
    guard let tool, !addresses.isEmpty else { return [] }
    let program = ChildProgram(
      path: tool.path,
      arguments: tool.options + ["-e", library] + addresses.map { "0x" + String($0, radix: 16) },
      limit: .seconds(10), mostBytes: 1 << 20)
    guard let outcome = try? program.run(input: ""), outcome.end == .exited(0) else { return [] }
    return Self.entries(in: String(decoding: outcome.output, as: UTF8.self))
  }

  /// Parses the tool's output: for each address a line with the function and one with the file and the line.
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
    let part = text.split(separator: " (discriminator").first ?? text
    guard let colon = part.lastIndex(of: ":"), let line = Int(part[part.index(after: colon)...]),
      line > 0, part[..<colon] != "??"
    else { return nil }
    let path = String(part[..<colon])
    return SourceLocation(file: lastComponent(of: path), path: path, line: line)
  }
}
