import CleanseGraph
import Testing

@Suite("Findings about one contract")
struct JoinedFindingTests {
  private func finding(
    _ plugin: String, contract: String? = "org.example.words", note: String = "it has 2.0.0",
    fix: String = "build it"
  ) -> Diagnostic {
    Diagnostic(
      "plugin/contract-mismatch", .error, "\(plugin).so does not fit",
      provenance: Provenance(origin: "org.example.\(plugin)"), notes: [.init(note)], fix: fix,
      arguments: [.init("file", "\(plugin).so")] + (contract.map { [.init("contract", $0)] } ?? []))
  }

  // A new major version of a contract was an error for each of its plugins.
  @Test("are one in a text, at the place of the first, with the others as notes")
  func joined() {
    let other = finding("z", contract: nil)
    let findings = [finding("a"), other, finding("b"), finding("c")]
    #expect(findings.joined.map(\.message) == ["a.so does not fit", "z.so does not fit"])
    #expect(findings.joined[1] == other)
    #expect(
      ValidationError(diagnostics: findings.dropLast()).description == """
        error: a.so does not fit [plugin/contract-mismatch]
          from org.example.a
          - it has 2.0.0
          - b.so does not fit
              from org.example.b
          fix: build it
        \(other)
        """)
  }

  @Test(
    "are several if something about them differs, or nothing says that they are about a contract")
  func different() {
    let findings = [
      finding("a"), finding("b", contract: "org.example.other"), finding("c", note: "it has 3.0.0"),
      finding("d", fix: "remove it"), finding("e", contract: nil), finding("f", contract: nil),
    ]
    #expect(findings.joined == findings)
  }
}
