import CleanseGraph
import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import ElfImages
import Testing

@testable import CleansePluginFiles

@Suite("What is suggested about a plugin that was not found")
struct PluginSuggestionTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func write(_ identifier: String, to file: String) throws {
    let manifest = try PluginManifest(
      identifier: identifier, version: try SemanticVersion("1.0.0"), summary: "s", authors: ["a"])
    let note = PluginNote(manifest: manifest, stamp: .host)
    try directory.write(try samplePlugin(note).bytes, to: file)
  }

  /// The fix of the finding about a name, without the path of the directory.
  private func fix(for name: String) throws -> String? {
    var configuration = PluginConfiguration()
    configuration.mentioned = [PluginMention(name, from: .application)]
    let inspections = try PluginHost(directories: [directory.path]).inspect()
    let findings = ConfigurationResolution(of: inspections, configuration).findings
    return findings.first?.fix?.replacing(directory.path + "/", with: "")
  }

  // The name of an organisation, which most plugins of a directory share, made each of them a suggestion.
  @Test(
    "is a similar identifier, apart from what all of an organisation begin with",
    arguments: [
      ("org.acme.exprot", true), ("org.acme.exp", true), ("com.acme.export", true),
      ("org.acme.reports", false), ("org.acme.words", false), ("org.acme.x", false),
      ("acme", false),
    ])
  func similar(name: String, isNear: Bool) throws {
    try write("org.acme.export", to: "libExport.so")
    #expect(
      try fix(for: name)
        == (isNear
          ? "write `org.acme.export`, or add the plugin"
          : "add the plugin, or remove the setting"))
  }

  // Another plugin was suggested for one whose file is damaged.
  @Test(
    "is to correct the file that can't be read, if it has the name of the plugin",
    arguments: [
      "libReports.so", "reports.so", "org.acme.reports.so", "Reports.so", "lib_reports.so",
    ])
  func damaged(file: String) throws {
    try write("org.acme.report", to: "libReport.so")
    try directory.write(try samplePlugin().bytes.prefix(100), to: file)
    #expect(
      try fix(for: "org.acme.reports")
        == "correct what is reported about \(file), if it is this plugin")
  }

  @Test("is a similar identifier, if a file that can't be read has another name")
  func damagedOther() throws {
    try write("org.acme.report", to: "libReport.so")
    try directory.write(try samplePlugin().bytes.prefix(100), to: "lib.so")
    #expect(try fix(for: "org.acme.reports") == "write `org.acme.report`, or add the plugin")
  }
}
