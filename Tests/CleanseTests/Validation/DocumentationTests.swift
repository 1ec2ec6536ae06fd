import CleanseTestSupport
import Testing

@testable import CleanseGraph

@Suite("Documentation")
struct DocumentationTests {
  @Test("every code of the framework has its section in Diagnostics.md")
  func codes() throws {
    let documentation = try Repository.text(of: "Documentation/Diagnostics.md")
    let files = ["CleanseGraph/Diagnostics/Codes.swift", "CleanseGraph/Diagnostics/Codes+C.swift"]
    let source = try files.map { try Repository.text(of: "Sources/\($0)") }.joined()
    let codes = source.matches(of: /: Self = "(.+)"/).map(\.1)
    #expect(codes.count >= 17)
    #expect(Set(codes.map(String.init)) == Set(Diagnostic.Code.framework.map(\.rawValue)))
    for code in codes {
      #expect(documentation.contains("\n## \(code)\n"), "\(code)")
    }
  }
}
