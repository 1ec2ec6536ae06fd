import CleanseGraphAnalysis
@testable import CleanseGraph
import CleanseTestSupport
import Testing

@Suite("The levels of findings")
struct FindingLevelTests {
  @Test("are known for the codes of Documentation/Diagnostics.md, and for no others")
  func known() throws {
    let headings = try Repository.text(of: "Documentation/Diagnostics.md").split(separator: "\n")
      .filter { $0.hasPrefix("## ") && $0.contains("/") }
      .map { String($0.dropFirst(3)) }
    let known = Diagnostic.Code.known.map(\.rawValue)
    #expect(Set(known).count == known.count)
    #expect(headings.sorted() == known.sorted())
  }

  @Test("of codes that reject plugins can't be below an error")
  func rejecting() throws {
    let codes = Diagnostic.Code.known.map(\.rawValue).filter { $0.hasPrefix("plugin/") }
    for code in codes { #expect(try FindingLevel.read("error", for: code).level == .error) }
    let lesser = codes.filter { (try? FindingLevel.read("ignore", for: $0)) != nil }
    #expect(
      lesser.sorted() == [
        "plugin/changed-process", "plugin/denied", "plugin/duplicate-contribution",
        "plugin/empty-directory", "plugin/executable-stack", "plugin/exercise-failed",
        "plugin/insecure-permissions", "plugin/interposed-symbol",
        "plugin/left-out", "plugin/missing-contribution", "plugin/no-bindings",
        "plugin/none-found", "plugin/other-compiler", "plugin/sandbox-incomplete",
        "plugin/signature-mismatch",
        "plugin/text-relocations", "plugin/unclean-exit",
        "plugin/undeclared-contribution", "plugin/unknown-plugin", "plugin/validator-not-run",
        "plugin/wrote-output",
      ])
    for code in ["cleanse/c-type-conflict", "cleanse/c-name-conflict"] {
      let mistake = #expect(throws: FindingLevel.Mistake.self) {
        try FindingLevel.read("warning", for: code)
      }
      #expect(mistake?.hint.contains("memory") == true)
      #expect(try FindingLevel.read("error", for: code).level == .error)
    }
  }

  @Test("of any foreign code are accepted", arguments: ["a", "x/y", "cleans/x=y"])
  func foreign(code: String) throws {
    #expect(try FindingLevel.read("warning", for: code).code.rawValue == code)
  }

  @Test(
    "of unknown codes are errors with the nearest code",
    arguments: [
      ("cleanse/unused-bindign", "did you mean `cleanse/unused-binding`?"),
      ("cleanse/unused", "did you mean `cleanse/unused-binding`?"),
      ("unused-binding", "did you mean `cleanse/unused-binding`?"),
      ("plugin/wrote-outputs", "did you mean `plugin/wrote-output`?"),
      ("cleanse", "Documentation/Diagnostics.md lists them"),
      ("cleanse/", "Documentation/Diagnostics.md lists them"),
      ("", "Documentation/Diagnostics.md lists them"),
    ])
  func unknown(code: String, hint: String) {
    let mistake = #expect(throws: FindingLevel.Mistake.self) {
      try FindingLevel.read("error", for: code)
    }
    #expect(mistake?.message == "unknown finding code `\(code)`")
    #expect(mistake?.hint == hint)
  }

  @Test("on the command line are usage errors if invalid")
  func usage() async {
    let outcome = await host("list", "--severity", "cleanse/unused-binding")
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        host: invalid value `cleanse/unused-binding` for option --severity
          expected a code and a level, such as cleanse/unused-binding=error
          see `host help list`

        """)
    let level = await host("list", "--severity", "cleanse/unused-binding=wraning")
    #expect(level.status == 2)
    #expect(
      level.error.contains("unknown finding level `wraning`\n  did you mean `warning`?"))
  }
}
