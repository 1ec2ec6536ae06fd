import CleanseFindingReports
@testable import CleansePluginCommands
@testable import CleansePluginFiles
import CleansePluginHost
@testable import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("A Debian package")
struct DebianPackageTests {
  private let maintainer: DebianMaintainer
  private let date: SourceDate

  init() throws {
    maintainer = try DebianMaintainer([:], authors: ["Ann Example <ann@example.org>"])
    date = try #require(SourceDate(seconds: 1_795_564_799))
  }

  private static let swift = ABIStamp(
    abi: 1, architecture: "x86_64", language: "swift", framework: "1.0.0", frameworkABI: "1.0",
    interface: "0123456789abcdef", compiler: "Swift version 6.3.1 (swift-6.3.1-RELEASE)")

  /// A contract with its library, or only with its header.
  private func contract(_ identifier: String, _ version: String, build: String) throws -> Contract {
    Contract(identifier: identifier, version: try SemanticVersion(version), build: build)
  }

  private func package(
    summary: String = "Prints a greeting", version: String = "1.2.0-rc.1",
    stamp: ABIStamp = swift, requires: [PluginRequirement] = [], contracts: [Contract] = [],
    evolving: Bool = true
  ) throws -> DebianPackage {
    let plugin = PluginDescription(
      file: "plugins/libHello.so",
      manifest: try PluginManifest(
        identifier: "org.example.hello", version: try SemanticVersion(version), summary: summary,
        authors: ["Ann Example", "Ben"], requires: requires), stamp: stamp, neededLibraries: [],
      contracts: contracts)
    var inspection = PluginInspection(
      file: PluginFile(path: "plugins/libHello.so"), outcome: .plugin(plugin))
    inspection.providedContracts = contracts.filter { !$0.isHeader }.map {
      ProvidedContract($0, isEvolving: evolving, file: "plugins/libGreeting.so")
    }
    return try DebianPackage(plugin, inspection, for: maintainer)
  }

  @Test("of a plugin depends on what the plugin was built with")
  func plugin() throws {
    let package = try package(
      requires: [
        PluginRequirement(
          identifier: "org.example.words", range: try VersionRange(">=1.0.0 <2.0.0"))
      ],
      contracts: [
        contract("org.example.greeting", "1.1.0", build: "0123456789abcdef"),
        contract("org.example.header", "0.3.1", build: ""),
      ])
    expectGolden(
      package.control + "---\n" + package.changelog(at: date) + "---\n"
        + package.copyright(licences: ["LICENSE", "LICENSE.third-party"]) + "---\n"
        + package.lintianOverrides, "debian-plugin")
  }

  @Test("of a contract provides its version and its build")
  func contract() throws {
    let contracts = try ["1.1.0", "0.2.0"].map { version in
      ProvidedContract(
        try contract(
          "org.example.greeting\(version.prefix(1))", version, build: "0123456789abcdef"),
        isEvolving: true, file: "plugins/libGreeting.so")
    }
    let package = try DebianPackage(
      contracts, of: "plugins/libGreeting.so", needing: ["cleanse-abi-1.0"], on: "amd64",
      for: maintainer)
    expectGolden(package.control + "---\n" + package.copyright(licences: []), "debian-contract")
  }

  @Test("depends on the build of a contract without library evolution")
  func build() throws {
    let package = try package(
      contracts: [contract("org.example.greeting", "1.1.0", build: "0123456789abcdef")],
      evolving: false)
    #expect(package.depends.last == "cleanse-contract-org.example.greeting+build-0123456789abcdef")
  }

  @Test("of a plugin in C depends on the C interface alone")
  func c() throws {
    let stamp = ABIStamp(abi: 1, architecture: "aarch64", language: "c")
    let package = try package(stamp: stamp)
    #expect(package.depends == ["cleanse-c-1"])
    #expect(package.architecture == "arm64")
  }

  @Test("can't depend on one build of the framework, or be for an unknown processor")
  func refused() throws {
    let unrecorded = ABIStamp(
      abi: 1, architecture: "x86_64", language: "swift", framework: "1.0.0", frameworkABI: nil,
      interface: "0123456789abcdef", compiler: Self.swift.compiler)
    #expect(throws: CommandFailure.self) { try package(stamp: unrecorded) }
    let unknown = ABIStamp(abi: 1, architecture: "riscv64", language: "c")
    #expect(throws: CommandFailure.self) { try package(stamp: unknown) }
  }

  @Test("contains any text of a manifest, in fields that nothing ends early")
  func hostile() throws {
    let summary =
      "${shlibs:Depends} $(id) ..  . .. \u{E9}\u{1F600} " + String(repeating: "long ", count: 30)
      + "\u{202F}."
    expectGolden(try package(summary: summary).control, "debian-hostile")
    for field in try package(summary: summary).control.split(separator: "\n") {
      #expect(field.wholeMatch(of: /[A-Z][A-Za-z-]*: .+| [^. ].*/) != nil, "\(field)")
    }
  }
}
