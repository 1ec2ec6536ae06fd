import Foundation
import Testing

/// The files and commands that a document, such as the README, asks the reader to enter.
struct Readme {
  private let lines: [String]

  init(_ path: String = "README.md") throws {
    let file = Build.root.appending(path: path)
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The blocks after a comment `file: PATH`.
  var files: [(path: String, contents: String)] {
    lines.indices.compactMap { index in
      argument(of: "file", at: index).map { ($0, block(after: index)) }
    }
  }

  /// The blocks after a comment `generated: PATH`, which show a file that a command has written.
  var generatedFiles: [(path: String, contents: String)] {
    lines.indices.compactMap { index in
      argument(of: "generated", at: index).map { ($0, block(after: index)) }
    }
  }

  /// The names of the blocks after a comment `run: NAME`.
  var scriptNames: [String] {
    lines.indices.compactMap { argument(of: "run", at: $0) }
  }

  /// The number of blocks in one of the languages.
  func blocks(of languages: [String]) -> Int {
    lines.count { line in languages.contains { line == "```\($0)" } }
  }

  /// The block after the comment `run: NAME`.
  func script(_ name: String) throws -> String {
    try block("run", name)
  }

  /// The block after the comment `output: NAME`.
  func output(_ name: String) throws -> String {
    try block("output", name)
  }

  /// The lines of the block after the comment `shows: NAME`: some of a script's output, with `…` for
  /// text that differs between runs.
  func shown(_ name: String) throws -> [String] {
    try block("shows", name).split(separator: "\n").map(String.init)
  }

  private func block(_ kind: String, _ name: String) throws -> String {
    let index = try #require(lines.indices.first { argument(of: kind, at: $0) == name })
    return block(after: index)
  }

  private func argument(of kind: String, at index: Int) -> String? {
    let prefix = "<!-- \(kind): "
    guard lines[index].hasPrefix(prefix) else { return nil }
    return String(lines[index].dropFirst(prefix.count).dropLast(" -->".count))
  }

  private func block(after index: Int) -> String {
    lines[(index + 2)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined()
  }
}
