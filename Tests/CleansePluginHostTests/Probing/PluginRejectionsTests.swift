@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("Rejections by a process with several plugins")
struct PluginRejectionsTests {
  private static let failure = Diagnostic(
    "plugin/load-failed", .error, "plugins/libWords.so can't be loaded: no reason",
    subject: .binding(BindingIndex(99)))

  @Test("reject only usable plugins of the request, with a note that they pass alone")
  func applied() throws {
    let words = try SamplePlugin.inspected()
    let other = try SamplePlugin.inspected("plugins/libOther.so")
    let rejections = PluginRejections(of: [words.rejected(for: [Self.failure]), other])
    let result = rejections.applied(to: [other, words])
    #expect(result[0] == other)
    #expect(result[1].isRejected)
    let finding = try #require(result[1].diagnostics.first)
    #expect(finding.message == Self.failure.message && finding.subject == nil)
    #expect(
      finding.notes.map(\.message)
        == ["it passes alone; this was found in a process that loads all plugins"])
    // A second process can't add to the outcome.
    #expect(rejections.applied(to: result) == result)
    #expect(rejections.applied(to: [other]) == [other])
  }

  // The reasons of one plugin were used for another one, whose name only looks the same.
  @Test("reject only the file of the same bytes, also after they were sent")
  func bytes() throws {
    let paths = ["plugins/caf\u{E9}.so", "plugins/cafe\u{301}.so"]
    let plugins = try paths.map { try SamplePlugin.inspected($0) }
    #expect(plugins[0].file != plugins[1].file)
    #expect(Set(plugins.map(\.file)).count == 2)
    let rejections = PluginRejections(of: plugins.map { $0.rejected(for: []) })
    let sent = try JSONDecoder().decode(
      PluginRejections.self, from: JSONEncoder().encode(rejections))
    #expect(sent.applied(to: plugins).map(\.isRejected) == [true, true])
    let first = PluginRejections(of: [plugins[0].rejected(for: [Self.failure])])
    #expect(first.applied(to: plugins).map(\.isRejected) == [true, false])
  }

  @Test("a rejection without an error has an error nevertheless")
  func unexplained() throws {
    // A plugin can have written this in place of the host: the process that combines runs the code of all.
    let words = try SamplePlugin.inspected()
    let result = PluginRejections(of: [words.rejected(for: [])]).applied(to: [words])
    #expect(result[0].isRejected)
    expectGolden(
      result[0].diagnostics.map(\.description).joined(separator: "\n"), "probe-unexplained")
  }

  @Test("a finding about a binding that is not in the graph has no subject")
  func bounds() {
    // The host trapped when it looked up the binding of such a finding.
    let graph = BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))], bindings: [])
    let contributed = ContributedFindings.found([Self.failure]).inBounds(of: graph)
    guard case .found(let findings) = contributed else {
      Issue.record("the findings are lost")
      return
    }
    #expect(findings.count == 1 && findings[0].subject == nil)
  }
}
