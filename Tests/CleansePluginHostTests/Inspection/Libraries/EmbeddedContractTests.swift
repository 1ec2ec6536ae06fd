import ElfImages
@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("EmbeddedContractValidator")
struct EmbeddedContractTests {
  let scratch: TemporaryDirectory
  var process = HostProcess()
  let contract = ["$s8Contract6FilterMp", "$s8Contract5LimitVMn"]

  init() throws {
    scratch = try TemporaryDirectory()
    process.libraryNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.programNames = process.libraryNames
    var library = ElfImage()
    library.symbols = contract.map { ElfImage.Symbol(name: $0, kind: 1) }
    try scratch.write(library.bytes, to: "libContract.so")
  }

  private func write(
    _ name: String, defines: [String] = [], needs: [String] = [],
    change: (inout ElfImage) -> Void = { _ in }
  ) throws {
    var image = try samplePlugin(sampleNote(identifier: "org.example.\(name)"))
    image.symbols += defines.map { ElfImage.Symbol(name: $0, kind: 1) }
    image.needed += needs
    image.runPath = "$ORIGIN"
    change(&image)
    try scratch.write(image.bytes, to: "\(name).so")
  }

  private func inspections(_ names: String...) -> [PluginInspection] {
    let inspector = PluginInspector(host: hostStamp, process: process)
    let inspections = names.map {
      inspector.inspect(PluginFile(path: scratch.path(of: "\($0).so")))
    }
    return EmbeddedContractValidator.validate(inspections, inspector.libraries)
  }

  @Test("a plugin that defines the types of a library which another plugin needs is reported")
  func embedded() throws {
    try write("good", defines: ["$s4Good6ModuleOMn"], needs: ["libContract.so"])
    try write("bad", defines: contract + ["$s3Bad6ModuleOMn"])
    let inspections = inspections("good", "bad")
    #expect(inspections.map(\.codes) == [[], ["plugin/embedded-contract"]])
    #expect(inspections[1].usable == nil)
    expectGolden(scratch.anonymous(inspections[1].report), "embedded-contract")
  }

  @Test("a plugin that needs the library itself is reported, too")
  func both() throws {
    try write("both", defines: [contract[1]], needs: ["libContract.so"])
    #expect(inspections("both").map(\.codes) == [["plugin/embedded-contract"]])
  }

  @Test("a library that no usable plugin needs is not a contract")
  func alone() throws {
    try write("bad", defines: contract)
    try write("rejected", needs: ["libContract.so", "libNowhere.so"])
    #expect(inspections("bad", "rejected").map { $0.usable != nil } == [true, false])
  }

  @Test("two plugins that define types of the same name are not reported")
  func neither() throws {
    try write("one", defines: contract)
    try write("other", defines: contract)
    #expect(inspections("one", "other").map(\.codes) == [[], []])
  }

  @Test("a plugin that another plugin needs as a library defines its own types")
  func plugins() throws {
    try write("base", defines: ["$s4Base5ThingVMn"])
    try write("user", needs: ["base.so"])
    #expect(inspections("base", "user").map(\.codes) == [[], []])
  }

  @Test("a copy of a library that the process itself has loaded is reported, too")
  mutating func loaded() throws {
    process.defines = { $0.hasPrefix("$sS") || $0.hasPrefix("$s8Contract") }
    process.definer = { $0.hasPrefix("$sS") ? "/usr/lib/libswiftCore.so" : "/opt/libContract.so" }
    try write("bad", defines: contract)
    try write("static", defines: (0..<100).map { "$sS\($0)Mn" })
    let inspections = inspections("bad", "static")
    #expect(
      inspections.map(\.codes) == [["plugin/embedded-contract"], ["plugin/embedded-contract"]])
    expectGolden(
      scratch.anonymous(inspections.map(\.report).joined(separator: "\n")), "embedded-loaded")
  }

  @Test("types above the limit are not kept")
  func many() throws {
    try write("many", defines: (0..<12_000).map { "$s4Many1\($0)VMn" })
    let inspection = try #require(inspections("many").first)
    #expect(inspection.codes == [])
    #expect(inspection.linkage?.descriptors.count == 10_000)
  }
}
