import CleanseGraph
@testable import CleanseEmbeddedDiagnostics
import Testing

@Suite("The reference of codes")
struct DiagnosticsReferenceTests {
  @Test("each section has a sentence, a severity and an example, and no link")
  func sections() throws {
    #expect(DiagnosticsReference.codes.count > 70)
    for code in DiagnosticsReference.codes {
      let section = try #require(DiagnosticsReference.section(of: code))
      #expect(section.severity != nil, "\(code)")
      #expect(section.summary.hasSuffix("."), "\(code): \(section.summary)")
      #expect((10...400).contains(section.summary.count), "\(code): \(section.summary)")
      #expect(section.description.hasPrefix(section.summary), "\(code)")
      #expect(section.markdown.contains("```\n"), "\(code)")
      #expect(!section.markdown.contains("]("), "\(code)")
      #expect(!section.text.contains("```"), "\(code)")
    }
  }

  @Test("the framework's codes have sections, and others have none")
  func codes() {
    #expect(DiagnosticsReference.section(of: Diagnostic.Code.missingBinding.rawValue) != nil)
    #expect(DiagnosticsReference.section(of: "policy/unshared") == nil)
  }

  @Test("the contents list the codes, and the severities of those that are not always errors")
  func contents() {
    let document = """
      # Title
      - [Levels](#levels)
      - [Codes](#codes)
        - [`a/b`](#ab): is wrong (warning): always
        - [`a/c-d`](#ac-d) (error or warning): can be wrong
      ## a/b
      - [`x/y`](#xy): of a section
      """
    #expect(
      DiagnosticsReference.severities(in: document) == ["a/b": "", "a/c-d": "errororwarning"])
    #expect(DiagnosticsReference.isAlwaysError("plugin/not-elf"))
    #expect(!DiagnosticsReference.isAlwaysError("plugin/wrote-output"))
    #expect(!DiagnosticsReference.isAlwaysError("policy/unshared"))
  }

  @Test("a section is parsed into its parts")
  func parts() {
    let document = """
      # Title
      ## a/b
      One `thing`
      is wrong. It has [a link](x.md#y).

      ```
      warning: it is [1](2) wrong
        - # no heading
      ```

      Fix: correct it.

      # Other
      ## c
      Not a code.
      """
    let sections = DiagnosticsReference.sections(of: document)
    #expect(sections.keys.sorted() == ["a/b"])
    let section = sections["a/b"]
    #expect(section?.summary == "One thing is wrong.")
    #expect(section?.description == "One thing is wrong. It has a link.")
    #expect(section?.severity == "warning")
    #expect(
      section?.text == """
        One thing is wrong. It has a link.

            warning: it is 1 wrong
              - # no heading

        Fix: correct it.
        """)
    #expect(section?.markdown.hasPrefix("One `thing`\nis wrong. It has a link.\n\n```\n") == true)
    #expect(section?.markdown.hasSuffix("\nFix: correct it.") == true)
    #expect(DiagnosticsSection(lines: []).summary == "")
    #expect(DiagnosticsSection(lines: []).severity == nil)
  }
}
