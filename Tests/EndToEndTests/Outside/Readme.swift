import Foundation
import Testing

/// The files and the commands that a document, such as the README, asks to be typed in.
struct Readme {
  private let lines: [String]

  init(_ path: String = "README.md") throws {
    let file = Build.root.appending(path: path)
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The blocks behind a comment `file: PATH`.
  var files: [(path: String, contents: String)] {
    lines.indices.compactMap { index in
      argument(of: "file", at: index).map { ($0, block(after: index)) }
    }
  }

  /// The names of the blocks behind a comment `run: NAME`.
  var scriptNames: [String] {
    lines.indices.compactMap { argument(of: "run", at: $0) }
  }

  /// How many blocks are in one of the languages.
  func blocks(of languages: [String]) -> Int {
    lines.count { line in languages.contains { line == "```\($0)" } }
  }

  /// The block behind the comment `run: NAME`.
  func script(_ name: String) throws -> String {
    try block("run", name)
  }

  /// The block behind the comment `output: NAME`.
  func output(_ name: String) throws -> String {
    try block("output", name)
  }

  /// The lines of the block behind the comment `shows: NAME`: some of what a script prints, with `…` for
  /// what differs from run to run.
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
