import CleanseTestSupport
import Foundation

/// The pages with examples in Swift, which are the articles of the catalogue and some of
/// Documentation, and the snippets of the tests that they quote.
struct Guide {
  /// The comment before a block of code.
  enum Marker: Hashable {
    /// The block equals the snippet with that name.
    case snippet(String)
    /// The block is a file that the test of an external package writes and builds.
    case file(String)
  }

  struct Block {
    let marker: Marker?
    /// The file and the line.
    let location: String
    let code: String
  }

  /// The Swift blocks, page by page.
  static func blocks() throws -> [Block] {
    let catalogue = "Sources/Cleanse/Cleanse.docc"
    let articles = try files(in: catalogue).filter { $0.hasSuffix(".md") }
    return try
      (articles.map { "\(catalogue)/\($0)" } + [
        "Documentation/Embedding.md", "Documentation/Islands.md", "Documentation/Plugins.md",
        "Documentation/Trust.md",
        "Documentation/Tutorial.md",
      ])
      .flatMap(blocks(of:))
  }

  private static func blocks(of page: String) throws -> [Block] {
    let lines = try text(page)
    return lines.indices.filter { lines[$0] == "```swift" }.map { index in
      Block(
        marker: index > 0 ? marker(lines[index - 1]) : nil, location: "\(page):\(index + 1)",
        code: lines[(index + 1)...].prefix { $0 != "```" }.joined(separator: "\n"))
    }
  }

  /// The marked snippets by name, from the folders `Guide` of the tests. Snippets of the same name
  /// are joined, with an empty line between them.
  static func snippets() throws -> [String: String] {
    var snippets: [String: [String]] = [:]
    for folder in ["Tests/CleanseTests/Guide", "Tests/CleansePluginHostTests/Guide"] {
      for name in try files(in: folder) where name.hasSuffix("Example.swift") {
        let lines = try text("\(folder)/\(name)")
        for index in lines.indices {
          guard let name = argument(of: "// guide: ", lines[index]), name != "end" else { continue }
          let body = lines[(index + 1)...].prefix {
            $0.trimmingCharacters(in: .whitespaces) != "// guide: end"
          }
          snippets[name, default: []].append(unindented(Array(body)))
        }
      }
    }
    return snippets.mapValues { $0.joined(separator: "\n\n") }
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path(of: folder)).sorted()
  }

  private static func text(_ path: String) throws -> [String] {
    try Repository.text(of: path).components(separatedBy: "\n")
  }

  private static func marker(_ line: String) -> Marker? {
    guard line.hasSuffix(" -->") else { return nil }
    let line = String(line.dropLast(" -->".count))
    return argument(of: "<!-- guide: ", line).map(Marker.snippet)
      ?? argument(of: "<!-- file: ", line).map(Marker.file)
  }

  private static func argument(of prefix: String, _ line: String) -> String? {
    let line = line.trimmingCharacters(in: .whitespaces)
    return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }

  private static func unindented(_ lines: [String]) -> String {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }
}
