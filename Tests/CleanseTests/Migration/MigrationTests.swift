import CleanseTestSupport
import Foundation
import Testing

/// Runs the compiler on code for the published framework that imports the module `CleanseMigration`.
@Suite("Names of the published framework")
struct MigrationTests {
  private static let fixtures = "Tests/CleanseTests/Migration/Fixtures"

  @Test(
    "a name that is not available has a message with the line to write, and a fix-it if one line is right",
    arguments: ["Unavailable", "Renamed"], ["5", "6"])
  func messages(fixture: String, mode: String) throws {
    let source = try Repository.text(of: "\(Self.fixtures)/\(fixture).swift.txt")
    let marks = source.components(separatedBy: "\n").filter { $0.contains("// expected-error@-") }
    #expect(marks.count > 8)
    expectNoOutput(of: try compile(source, mode, "-verify", "-verify-ignore-unrelated"))
  }

  @Test("code with other names compiles as soon as the fix-its are applied", arguments: ["5", "6"])
  func fixIts(mode: String) throws {
    let source = try Repository.text(of: "\(Self.fixtures)/Renamed.swift.txt")
    expectNoOutput(of: try compile(Self.fixed(source), mode, "-warnings-as-errors"))
  }

  @Test("each published name is in a test or in a fixture")
  func complete() throws {
    let folders = ["Tests/PublishedFormTests", Self.fixtures]
    let text = try folders.flatMap { folder in
      let folder = Repository.path(of: folder)
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return try names.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".txt") }.map {
        try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
      }
    }.joined(separator: "\n")
    let names = PublishedNames.all
    #expect(Set(names).count == names.count && names.count > 140)
    #expect(names.filter { !Self.contains($0, in: text) } == [])
  }

  /// Whether the name occurs, not as a part of a longer one.
  private static func contains(_ name: String, in text: String) -> Bool {
    text.ranges(of: name).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      func continues(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      return !(name.first?.isPunctuation == false && continues(before))
        && !(continues(name.last) && continues(after))
    }
  }

  /// Applies the fix-its that the marks of the source have, such as `{{26-29=to}}`.
  ///
  /// The compiler compares the marks with its own fix-its in another test.
  private static func fixed(_ source: String) -> String {
    var lines: [String] = []
    for line in source.components(separatedBy: "\n") {
      guard line.contains("// expected-error@-") else {
        lines.append(line)
        continue
      }
      guard let match = line.firstMatch(of: #/\{\{(\d+)-(\d+)=(\w+)\}\}$/#),
        let start = Int(match.1), let end = Int(match.2), let last = lines.popLast()
      else {
        Issue.record("no fix-it: \(line)")
        continue
      }
      lines.append("\(last.prefix(start - 1))\(match.3)\(last.dropFirst(end - 1))")
    }
    return lines.joined(separator: "\n")
  }

  private func compile(
    _ source: String, _ mode: String, _ options: String...
  ) throws -> ChildProcess.Outcome {
    let directory = try TemporaryDirectory(["Source.swift": source])
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules").path(percentEncoded: false)
    return try ChildProcess(
      program: "/usr/bin/env",
      arguments: [
        "swiftc", "-frontend", "-typecheck", "-swift-version", mode, "-I", modules,
        "-diagnostic-style", "llvm",
      ] + options + ["Source.swift"],
      directory: directory.path, deadline: .seconds(300)
    ).run()
  }

  private func expectNoOutput(of outcome: ChildProcess.Outcome) {
    #expect(String(decoding: outcome.output + outcome.errors, as: UTF8.self) == "")
  }
}
