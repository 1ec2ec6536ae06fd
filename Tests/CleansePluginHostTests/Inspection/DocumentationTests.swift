import Cleanse
import CleansePluginHost
import Testing

@Suite("Documentation/Diagnostics.md")
struct DocumentationTests {
  /// Of the repository; this file lies three folders deep in it.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  @Test("every code that the golden files hold has a section")
  func sections() throws {
    let bytes = try #require(readFile(Self.root + "/Documentation/Diagnostics.md"))
    let headings = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(Set(headings).count == headings.count)
    var codes: Set<String> = Set(
      [
        Diagnostic.Code.pluginInsecure, .pluginLockedDrift, .pluginLockedMissing, .pluginNotLocked,
        .pluginUnsigned, .pluginBadSignature, .pluginForeignSignature,
      ].map(\.rawValue))
    for malformation in Malformation.all { codes.formUnion(malformation.codes) }
    for code in codes {
      #expect(headings.contains(code), "\(code) is not explained")
    }
  }
}
