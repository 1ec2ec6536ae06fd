import CleanseFindingReports
import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import Testing

@testable import CleansePluginCommands

@Suite("The template of an application")
struct ApplicationTemplateTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("@NAME@", to: "app/Main")
    try folder.write("@NAME@", to: "app/README")
    try folder.write("@NAME@ @CONTRACTNAME@ @CONTRACTMODULE@", to: "app-contract/Main")
    try folder.write("@CONTRACTNAME@ @PLUGINIDENTIFIER@", to: "app-plugin/@PLUGINMODULE@")
    try folder.write("@NAME@", to: "contract/Package")
    try folder.write("", to: "contract/.gitignore")
    try folder.write("", to: "contract/.github/workflow")
  }

  private func files(_ name: String, _ parts: Set<ApplicationTemplate.Part>) throws -> [String] {
    let project = try ProjectName(name, for: "new")
    return try ApplicationTemplate(project, with: parts, for: "new")
      .files(in: folder.path, project.placeholders())
      .map { "\($0.path): \(String(decoding: $0.bytes, as: UTF8.self))" }
  }

  @Test("has the files of the application alone")
  func alone() throws {
    #expect(try files("shop", []) == ["Main: shop", "README: shop"])
  }

  @Test("has those of a contract in a package of its own, without the settings of a repository")
  func contract() throws {
    #expect(
      try files("shop", [.contract]) == [
        "Main: shop shop-api ShopApi", "README: shop", "shop-api/.gitignore: ",
        "shop-api/Package: shop-api",
      ])
  }

  @Test("has the note of a contract, with the digest of its sources")
  func note() throws {
    let json = #"{"identifier": "@IDENTIFIER@", "version": "0.1.0", "summary": "s"}"#
    try folder.write(json, to: "contract/Sources/@MODULE@/contract.json")
    try folder.write("struct @MODULE@ {}", to: "contract/Sources/@MODULE@/B/@MODULE@.swift")
    try folder.write("", to: "contract/Sources/@MODULE@/A.swift")
    try folder.write("", to: "contract/Tests/Other.swift")
    var digest = ContractDigest()
    digest.combine("A.swift".utf8, [])
    digest.combine("B/ShopApi.swift".utf8, Array("struct ShopApi {}".utf8))
    let contract = Contract(
      identifier: "org.example.shop-api", version: try SemanticVersion("0.1.0"),
      build: digest.description)
    #expect(
      try files("shop", [.contract]).contains(
        "shop-api/Sources/ShopApi/ContractNote.swift: \(ContractSource.recorded(contract).text())"))
    try folder.write("{}", to: "contract/Sources/@MODULE@/contract.json")
    let error = #expect(throws: CommandFailure.self) { try files("shop", [.contract]) }
    #expect(error?.message.contains("contract.json: field `identifier` is missing") == true)
  }

  @Test("has those of a plugin that uses the contract")
  func plugin() throws {
    #expect(
      try files("shop", [.contract, .plugin]).contains(
        "ShopHello: shop-api org.example.shop-hello"))
  }

  @Test("requires a name that leaves space for those of the parts, if there are any")
  func longName() throws {
    let name = String(repeating: "a", count: 64)
    #expect(try files(name, []).count == 2)
    let error = #expect(throws: UsageError.self) { try files(name, [.contract]) }
    #expect(error?.message.contains("longer than 64 bytes") == true)
  }
}
