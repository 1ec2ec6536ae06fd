@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import CleanseTestSupport
import Testing

@Suite("Compatibility between plugins")
struct CompatibilityTests {
  private func plugin(
    _ identifier: String, _ version: String = "1.0.0", file: String? = nil,
    requires: [String: String] = [:]
  ) throws -> PluginInspection {
    let note = try sampleNote(identifier: identifier, version: version, requires: requires)
    let file = file ?? "\(identifier).so"
    return PluginInspection(
      file: PluginFile(path: file),
      outcome: .plugin(
        PluginDescription(
          file: file, manifest: note.manifest, stamp: note.stamp, neededLibraries: [])))
  }

  private func report(_ inspections: [PluginInspection]) -> String {
    inspections.map(\.report).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  @Test("all plugins of one identifier are rejected, and each names the others")
  func duplicates() throws {
    let result = DuplicateIdentifierValidator.validate([
      try plugin("org.a", "1.0.0", file: "one.so"), try plugin("org.b"),
      try plugin("org.a", "2.0.0", file: "two.so"), try plugin("org.a", file: "three.so"),
    ])
    #expect(result.map { $0.usable == nil } == [true, false, true, true])
    #expect(result[0].codes == ["plugin/duplicate-identifier"])
    expectGolden(report(result), "duplicate-identifier")
  }

  // A file whose name looks the same was taken for the plugin itself, so no other one was named.
  @Test("plugins whose names look the same are named by their code points")
  func twins() throws {
    let result = DuplicateIdentifierValidator.validate([
      try plugin("org.a", file: "caf\u{E9}.so"), try plugin("org.a", file: "cafe\u{301}.so"),
    ])
    #expect(
      result[0].diagnostics[0].message
        == #"caf\u{E9}.so has the same identifier as another plugin: org.a"#)
    #expect(
      result[0].diagnostics[0].notes.map(\.message)
        == [#"cafe\u{301}.so, version 1.0.0, also has it"#])
  }

  @Test("of many plugins of one identifier the first few are named, and the rest counted")
  func manyDuplicates() throws {
    let plugins = try (0..<200).map { try plugin("org.a", file: "\($0).so") }
    let result = DuplicateIdentifierValidator.validate(plugins)
    #expect(result.allSatisfy { $0.codes == ["plugin/duplicate-identifier"] })
    #expect(result.allSatisfy { $0.diagnostics[0].notes.count == 6 })
    expectGolden(report([result[2], result[199]]), "duplicate-identifier-many")
    let few = DuplicateIdentifierValidator.validate(Array(plugins[..<7]))
    #expect(few.allSatisfy { $0.diagnostics[0].notes.count == 6 })
    #expect(few.allSatisfy { $0.diagnostics[0].notes.allSatisfy { $0.message.contains(".so") } })
  }

  @Test("of many incompatible plugins the first few are named, and the rest counted")
  func manyUnmet() throws {
    let plugins = try (0..<200).map { try plugin("org.a", file: "\($0).so") }
    let result = RequirementValidator.validate(
      DuplicateIdentifierValidator.validate(plugins) + [
        try plugin("org.b", requires: ["org.a": ">=1.0.0"])
      ])
    expectGolden(report(Array(result.suffix(1))), "requirement-unmet-many")
  }

  @Test("a long chain of requirements is rejected in linear time", .timeLimit(.minutes(1)))
  func chain() throws {
    let count = 3000
    let plugins = try (0..<count).map {
      try plugin("org.p\($0)", requires: ["org.p\($0 + 1)": ">=1.0.0"])
    }
    let result = RequirementValidator.validate(plugins)
    #expect(result.allSatisfy { $0.codes == ["plugin/unmet-requirement"] })
    // Each names the next one with the cause at the time of its check.
    #expect(
      result[0].diagnostics[0].notes.map(\.message) == [
        "org.p1.so has version 1.0.0, but was rejected: plugin/unmet-requirement"
      ])
  }

  @Test("a rejected plugin does not reject a usable plugin of the same identifier")
  func rejectedDuplicate() throws {
    let other = try plugin("org.a", file: "other.so").rejected(for: [
      Diagnostic("plugin/truncated", .error, "cut off")
    ])
    let result = DuplicateIdentifierValidator.validate([try plugin("org.a"), other])
    #expect(result.map { $0.usable != nil } == [true, false])
    #expect(result[1] == other)
  }

  @Test("a requirement that is met changes nothing, also in a cycle")
  func met() throws {
    let plugins = [
      try plugin("org.a", requires: ["org.b": ">=1.0.0 <2.0.0"]),
      try plugin("org.b", "1.5.0", requires: ["org.a": ">=1.0.0"]),
    ]
    #expect(RequirementValidator.validate(plugins) == plugins)
  }

  @Test("a requirement that is absent, rejected or of another version is reported as such")
  func unmet() throws {
    let rejected = try plugin("org.cut").rejected(for: [
      Diagnostic("plugin/truncated", .error, "org.cut.so is cut off")
    ])
    let result = RequirementValidator.validate([
      try plugin("org.a", requires: ["org.absent": ">=1.0.0"]),
      try plugin("org.b", requires: ["org.c": ">=2.0.0", "org.cut": ">=1.0.0"]),
      try plugin("org.c"), rejected,
    ])
    #expect(result.map { $0.usable != nil } == [false, false, true, false])
    #expect(result[1].codes == ["plugin/unmet-requirement", "plugin/unmet-requirement"])
    expectGolden(report(Array(result[..<2])), "requirement-unmet")
  }

  @Test("a plugin that requires a rejected plugin is rejected, each naming the next cause")
  func transitive() throws {
    let plugins = [
      try plugin("org.a", requires: ["org.b": ">=1.0.0"]),
      try plugin("org.b", requires: ["org.c": ">=1.0.0"]),
      try plugin("org.c", requires: ["org.absent": ">=1.0.0"]),
      try plugin("org.d"),
    ]
    let result = RequirementValidator.validate(plugins)
    #expect(result.map { $0.usable != nil } == [false, false, false, true])
    expectGolden(report(result), "requirement-transitive")
    let reversed = RequirementValidator.validate(plugins.reversed())
    #expect(Array(reversed.reversed()) == result)
  }
}
