@testable import CleanseFindingReports
@testable import CleansePluginCommands
import CleanseSupport
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("A bill of materials")
struct BillOfMaterialsTests {
  /// The members that the tests read.
  private struct Bill: Decodable {
    struct Component: Decodable {
      let type: String
      let name: String
      let reference: String?
      let hashes: [[String: String]]?
      let properties: [[String: String]]?

      private enum CodingKeys: String, CodingKey {
        case type, name, hashes, properties
        case reference = "bom-ref"
      }

      func property(_ name: String) -> String? {
        properties?.first { $0["name"] == "cleanse:\(name)" }?["value"]
      }
    }
    struct Dependency: Decodable {
      let ref: String
      let dependsOn: [String]
    }
    struct Metadata: Decodable {
      let timestamp: String?
      let component: Component
    }
    let specVersion: String
    let metadata: Metadata
    let components: [Component]
    let dependencies: [Dependency]
  }

  private func bill(
    _ directory: String, status: Int32 = 0, environment: [String: String] = [:]
  ) async throws -> Bill {
    let outcome = await host(
      "list", "--format", "cyclonedx", directory, environment: environment)
    #expect(outcome.status == status, "\(outcome.error)")
    return try JSONDecoder().decode(Bill.self, from: Data(outcome.output.utf8))
  }

  @Test("of an empty directory has the program and the framework")
  func empty() async throws {
    let directory = try TemporaryDirectory()
    let bill = try await bill(directory.path)
    #expect(bill.specVersion == "1.6")
    #expect(bill.metadata.timestamp == nil)
    #expect(bill.components.map(\.reference) == ["framework/Cleanse"])
    #expect(bill.dependencies.map(\.ref) == ["program/host", "framework/Cleanse"])
    #expect(bill.dependencies.map(\.dependsOn) == [["framework/Cleanse"], []])
  }

  @Test("contains what can't be used, with the reason and without a digest, and reports it")
  func oddities() async throws {
    let directory = try TemporaryDirectory.ofOddities()
    let bill = try await bill(directory.path, status: 1)
    let files = bill.components.filter { $0.type == "file" }
    #expect(files.map(\.name) == ["empty.so", "script.so", "text.so"])
    #expect(
      files.map { $0.property("rejection") } == ["plugin/empty-file", nil, "plugin/not-elf"])
    #expect(files.allSatisfy { $0.hashes == nil })
    #expect(bill.dependencies[0].dependsOn == ["framework/Cleanse"])
    let outcome = await host("list", "--format", "cyclonedx", directory.path)
    #expect(outcome.error.contains("[plugin/not-elf]"))
    #expect(await host("list", "--format", "cyclonedx", directory.path).output == outcome.output)
  }

  @Test("has a component for each file of one name, and none twice")
  func names() async throws {
    let first = try TemporaryDirectory(["a.so": "a", "b\u{1B}\n.so": "b"])
    let second = try TemporaryDirectory(["a.so": "a", "a.so#2.so": "c"])
    let name = FilePath(bytes: Array("caf".utf8) + [0xE9] + Array(".so".utf8))
    close(unsafe creat(FilePath(second.path).appending(name).cString, 0o644))
    try second.link("c.so", to: "a.so")
    let outcome = await host("list", "--format", "cyclonedx", first.path, second.path)
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains(first.path) && !outcome.output.contains(second.path))
    let bill = try JSONDecoder().decode(Bill.self, from: Data(outcome.output.utf8))
    #expect(
      bill.components.dropFirst().map(\.reference) == [
        "plugin/a.so", "plugin/b\u{1B}\n.so", "plugin/a.so#2", "plugin/a.so#2.so",
        "plugin/caf\\xE9.so",
      ])
  }

  @Test("has a time only if SOURCE_DATE_EPOCH is one")
  func time() async throws {
    let directory = try TemporaryDirectory()
    let dated = try await bill(directory.path, environment: ["SOURCE_DATE_EPOCH": "1795564799"])
    #expect(dated.metadata.timestamp == "2026-11-24T23:59:59Z")
    for text in ["yesterday", "-1", "99999999999999"] {
      let outcome = await host(
        "list", "--format", "cyclonedx", directory.path, environment: ["SOURCE_DATE_EPOCH": text])
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains("SOURCE_DATE_EPOCH is not a number of seconds since 1970"))
    }
  }

  @Test("is not one of another host")
  func otherHost() async throws {
    let directory = try TemporaryDirectory()
    let outcome = await host(
      "list", "--format", "cyclonedx", "--against", directory.path, directory.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains("options --format cyclonedx and --against can't be combined"))
  }
}

@Suite("The time of a result")
struct SourceDateTests {
  @Test("has the formats of documents, in UTC")
  func formats() throws {
    let date = try #require(SourceDate(seconds: 1_795_564_799))
    #expect(date.dayInWords == "November 24, 2026")
    #expect(date.timestamp == "2026-11-24T23:59:59Z")
    #expect(date.mailDate == "Tue, 24 Nov 2026 23:59:59 +0000")
    #expect(SourceDate(seconds: 0)?.mailDate == "Thu, 01 Jan 1970 00:00:00 +0000")
    #expect(SourceDate(seconds: 253_402_300_799)?.timestamp == "9999-12-31T23:59:59Z")
    #expect(SourceDate(seconds: 253_402_300_800) == nil)
    #expect(SourceDate(seconds: -1) == nil)
  }
}
