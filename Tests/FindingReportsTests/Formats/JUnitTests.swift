import CleanseSupport
@testable import CleanseFindingReports
import CleanseTestSupport
import Foundation
import FoundationXML
import Testing

@Suite("JUnit XML")
struct JUnitTests {
  private func document(_ report: FindingReport) -> String {
    JUnitReport(report, SampleReports.paths).text
  }

  /// The parsed document, with its counts checked against its elements.
  private func suites(_ report: FindingReport) throws -> [XMLElement] {
    let root = try #require(
      try XMLDocument(data: Data(document(report).utf8)).rootElement())
    #expect(root.name == "testsuites")
    let suites = root.elements(forName: "testsuite")
    for name in ["tests", "failures", "skipped"] {
      let counts = suites.map { Int($0.value(of: name)) ?? -1 }
      #expect(root.value(of: name) == "\(counts.reduce(0, +))")
    }
    for suite in suites {
      let cases = suite.elements(forName: "testcase")
      #expect(suite.value(of: "tests") == "\(cases.count)")
      #expect(!cases.isEmpty)
      let failures = cases.flatMap { $0.elements(forName: "failure") }
      #expect(suite.value(of: "failures") == "\(failures.count)")
      let names = cases.map { $0.value(of: "classname") + "." + $0.value(of: "name") }
      #expect(Set(names).count == names.count)
    }
    return suites
  }

  @Test("has a suite for each plugin and one for the graph; without findings, a case passes")
  func structure() throws {
    let suites = try suites(SampleReports.ordinary())
    #expect(
      suites.map { $0.value(of: "name") } == [
        "org.example.report", "org.example.words", "broken.so", "org.example.quiet",
        "combined graph",
      ])
    #expect(suites.map { $0.value(of: "failures") } == ["0", "0", "1", "0", "1"])
    #expect(suites[0].elements(forName: "testcase")[0].value(of: "name") == "can be used")
    let empty = try self.suites(SampleReports.empty)
    #expect(empty.map { $0.value(of: "name") } == ["combined graph"])
    #expect(
      empty[0].elements(forName: "testcase")[0].value(of: "name") == "the plugins fit together")
  }

  @Test("a warning passes and is included; if it counts as an error it fails")
  func strict() throws {
    for (isStrict, element) in [(false, "system-out"), (true, "failure")] {
      let suites = try suites(SampleReports.ordinary(isStrict: isStrict))
      let warning = try #require(suites[1].elements(forName: "testcase").first)
      let output = try #require(warning.elements(forName: element).first?.stringValue)
      #expect(output.hasPrefix("warning: ./plugins/libWords.so contributes to Command"))
      #expect(output.contains("\n      at Words/WordsModule.swift:8, in Words.WordsModule"))
    }
  }

  @Test("escapes every text")
  func hostile() throws {
    let suites = try suites(SampleReports.hostile())
    #expect(suites.count == 4)
    let text = document(SampleReports.hostile())
    #expect(!text.unicodeScalars.contains { $0 != "\n" && PlainText.acts($0) })
    #expect(!text.unicodeScalars.contains("\u{FFFE}"))
    let failure = try #require(
      suites[3].elements(forName: "testcase")[0].elements(forName: "failure").first)
    #expect(failure.value(of: "message").hasPrefix(#"<b>&"'\u{1B}[31m"#))
    #expect(failure.stringValue?.contains("]]>[a](http://evil.example)") == true)
  }

  @Test("matches the golden file")
  func golden() throws {
    expectGolden(document(SampleReports.ordinary()), "junit", terminator: "")
    expectGolden(document(SampleReports.hostile()), "junit-hostile", terminator: "")
    expectGolden(document(SampleReports.empty), "junit-empty", terminator: "")
  }

  @Test("XML returns the text unchanged except for disallowed characters")
  func escaping() throws {
    let text = "<a>&amp;\"'\r\n\t ]]> ü 😀"
    let element = MarkupElement(
      name: "a", attributes: [("b", text)],
      children: [MarkupElement(name: "c", text: text + "\u{0}\u{1F}\u{FFFF}")])
    let root = try #require(XMLDocument(data: Data(element.document.utf8)).rootElement())
    #expect(root.value(of: "b") == text)
    #expect(root.elements(forName: "c")[0].stringValue == text + "\u{FFFD}\u{FFFD}\u{FFFD}")
  }
}

extension XMLElement {
  /// The value of an attribute; empty if there is none.
  fileprivate func value(of name: String) -> String {
    attribute(forName: name)?.stringValue ?? ""
  }
}
