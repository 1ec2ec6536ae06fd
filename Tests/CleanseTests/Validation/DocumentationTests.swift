import Cleanse
import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test(
    "every code of the framework has its section in Diagnostics.md",
    arguments: [
      Diagnostic.Code.missingBinding, .duplicateBinding, .dependencyCycle, .componentRing,
      .copiedType, .duplicateEntry,
      .scopeNesting, .hiddenBinding, .unusedBinding,
      .overrideWithoutTarget, .overrideConflict, .weakWithoutScope,
      .configurationError,
      .reportedError, .unlinkable,
    ])
  func codes(code: Diagnostic.Code) throws {
    let file = URL(filePath: #filePath).appending(
      path: "../../../../Documentation/Diagnostics.md"
    ).standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\n## \(code.rawValue)\n"))
  }
}
