import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test("every code of the framework has its section in Diagnostics.md")
  func codes() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let documentation = try String(
      contentsOf: root.appending(path: "Documentation/Diagnostics.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Sources/Cleanse/Diagnostics/Codes.swift"), encoding: .utf8)
    let codes = source.matches(of: /: Self = "(.+)"/).map(\.1)
    #expect(codes.count >= 17)
    for code in codes {
      #expect(documentation.contains("\n## \(code)\n"), "\(code)")
    }
  }
}
