import CleansePluginHost
import CleanseTestSupport
import Testing

@Suite("Documentation/Diagnostics.md")
struct DocumentationTests {
  @Test("every code of the golden files has a section")
  func sections() throws {
    let headings = try Repository.text(of: "Documentation/Diagnostics.md").split(separator: "\n")
      .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(Set(headings).count == headings.count)
    var codes: Set<String> = Set(
      [
        Diagnostic.Code.pluginInsecurePermissions, .pluginLockMismatch, .pluginLockedPluginMissing,
        .pluginNotLocked,
        .pluginUnsigned, .pluginInvalidSignature, .pluginUntrustedSignature,
      ].map(\.rawValue))
    for malformation in Malformation.all { codes.formUnion(malformation.codes) }
    for code in codes {
      #expect(headings.contains(code), "\(code) is not explained")
    }
  }
}
