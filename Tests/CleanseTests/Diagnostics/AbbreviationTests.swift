import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("The abbreviation of findings")
struct AbbreviationTests {
  @Test("leaves out the middle of long lists, in the text of an application as well")
  func lists() {
    let names = (0..<20_000).map { "N\($0)" }
    let finding = Diagnostic(
      "example/long", .error, "long", provenance: Provenance(modules: names),
      notes: names.map { Diagnostic.Note($0, path: names) }, arguments: .hops(names))
    let text = ValidationError(diagnostics: [finding]).description
    #expect(text.contains("\n  - … 19980 more …\n"))
    #expect(text.contains("in N0 > N1 > N2 > N3 > N4 > N5 > N6 > N7 > N8 > N9 > … 19985 more … > "))
    #expect(text.utf8.count < 10_000)
    let shown = finding.abbreviated
    #expect(shown.arguments.count == 21)
    #expect(shown.arguments[15] == .init("hop", "… 19980 more …"))
    #expect(shown.abbreviated == shown)
    #expect(finding.notes.count == 20_000)
  }

  @Test("leaves out no single element, and nothing of a short list")
  func single() {
    let names = (0..<16).map { "N\($0)" }
    #expect(Abbreviation.names.of(names) == names)
    #expect(Abbreviation.names.of(names + ["N16"])[10] == "… 2 more …")
  }

  @Test("keeps the innermost part of a long name, and what is around the name")
  func names() {
    func name(_ inner: String) -> String {
      String(repeating: "App.Box<", count: 400) + inner + String(repeating: ">", count: 400)
    }
    let (left, right) = (
      Abbreviation.text("missing binding for \(name("Left")), the root"),
      Abbreviation.text("missing binding for \(name("Right")), the root")
    )
    #expect(left.hasPrefix("missing binding for App.Box<App.Box<"))
    #expect(left.contains("characters …") && left.contains("Box<Left>>>"))
    #expect(left.hasSuffix(">>>, the root"))
    #expect(right.contains("Box<Right>>>") && left != right)
    #expect(left.utf8.count < 1000)
    #expect(Abbreviation.text(left) == left)
  }

  @Test("leaves texts unchanged whose names are not long")
  func texts() {
    let text = String(repeating: "a [b, c] -> d\n", count: 500)
    #expect(Abbreviation.text(text) == text)
    let long = Abbreviation.text(String(repeating: "word ", count: 100_000))
    #expect(long.contains("… 492500 characters …") && long.utf8.count < 10_000)
  }

  // A location was shown in full.
  @Test("leaves out the middle of a path that no source file has")
  func locations() {
    let path = "/src/" + String(repeating: "x", count: 100_000) + "/plugin.c"
    let location = SourceLocation(file: path, line: 7)
    let finding = Diagnostic(
      "example/long", .error, "long", at: location, notes: [.init("here", at: location)])
    let shown = finding.abbreviated
    for location in [shown.location, shown.notes[0].location] {
      #expect(location?.path.hasPrefix("/src/xxx") == true)
      #expect(location?.file.hasSuffix("xxx/plugin.c") == true)
      #expect(location.map { $0.path.utf8.count < 1000 && $0.file.utf8.count < 1000 } == true)
      #expect(location?.line == 7)
    }
    #expect(shown.abbreviated == shown)
  }

  @Test("leaves out the middle of the path of an error")
  func path() {
    let step = ResolutionError.Step(name: "N", location: nil, provenance: Provenance())
    let error = (0..<1000).reduce(ResolutionError(Failure())) { error, _ in
      ResolutionError(error, through: step)
    }
    #expect(error.path.count == 1000)
    #expect(error.description.contains("N → … 985 more … → N"))
    #expect(error.description.utf8.count < 300)
  }

  private struct Failure: Error {}
}
