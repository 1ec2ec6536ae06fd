import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test("every code of the framework has its section in Diagnostics.md")
  func codes() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let documentation = try String(
      contentsOf: root.appending(path: "Documentation/Diagnostics.md"), encoding: .utf8)
    let files = ["Diagnostics/Codes.swift", "C/Codes+C.swift"]
    let source = try files.map {
      try String(contentsOf: root.appending(path: "Sources/Cleanse/\($0)"), encoding: .utf8)
    }.joined()
    let codes = source.matches(of: /: Self = "(.+)"/).map(\.1)
    #expect(codes.count >= 17)
    for code in codes {
      #expect(documentation.contains("\n## \(code)\n"), "\(code)")
    }
  }
}
