import CleanseGraph
import Foundation
import Testing

@testable import Cleanse

@Suite("Paths of sources in findings")
struct SourceFilesTests {
  private static let sources = SourceFiles([
    "CleanseTests": "Tests/CleanseTests", "App": ".", "App/Deep.swift": "Sub/Deep.swift",
  ])

  private func path(_ file: String, _ path: String? = nil) -> String {
    Self.sources.completed(CleanseGraph.SourceLocation(file: file, path: path, line: 1)).path
  }

  @Test("are those of the module, unless a file has its own or the location has a path")
  func paths() {
    #expect(path("CleanseTests/A.swift") == "Tests/CleanseTests/A.swift")
    #expect(path("App/Main.swift") == "Main.swift")
    #expect(path("App/Deep.swift") == "Sub/Deep.swift")
    #expect(path("Other/A.swift") == "Other/A.swift")
    #expect(path("App") == "App")
    #expect(path("A.swift", "/src/A.swift") == "/src/A.swift")
  }

  // The slash was searched for as a character, which it is not before a combining mark.
  @Test("are found for a file whose name begins with a combining mark")
  func combiningMark() {
    #expect(path("App/\u{301}A.swift") == "\u{301}A.swift")
    #expect(path("CleanseTests/\u{301}A.swift") == "Tests/CleanseTests/\u{301}A.swift")
  }

  @Test("are in the findings, their notes and the written graph of a contributor that has them")
  func findings() throws {
    let graph = Recording(of: Doubled.self) { $0.add(Self.sources) }.graph
    let file = "Tests/CleanseTests/SourceFilesTests.swift"
    let finding = try #require(GraphValidation().diagnostics(of: graph).first)
    #expect(finding.location?.path == file)
    #expect(finding.notes.compactMap(\.location?.path) == [file, file])
    let written = try JSONDecoder().decode(BindingGraph.self, from: JSONEncoder().encode(graph))
    #expect(Set(written.bindings.compactMap(\.location?.path)) == [file])
    #expect(graph.bindings[0].location?.path == "CleanseTests/SourceFilesTests.swift")
  }
}

private enum Doubled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).to(value: 1)
    binder.bind(Int8.self).to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (doubled: Int8) in 1 }
  }
}
