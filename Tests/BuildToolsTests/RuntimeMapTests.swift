import CleanseTestSupport
import Testing

@Suite("The version of the symbols that programs use")
struct RuntimeMapTests {
  private let map: String

  init() throws {
    map = try Repository.text(of: "Sources/CleansePluginHost/CleanseRuntime.map")
  }

  @Test("is the minor version of the framework")
  func version() throws {
    let source = try Repository.text(of: "Sources/CleanseGraph/CleanseVersion.swift")
    let version = try #require(source.firstMatch(of: /current = "(\d+\.\d+)\.\d+"/)).1
    #expect(map.contains("\nCLEANSE_\(version) {\n"))
  }

  @Test("is that of modules, by their mangled names, and of none that plugins use")
  func modules() throws {
    let manifest = try Repository.text(of: "Package.swift")
    let modules = map.matches(of: /\$s(\d+)(\w+)\*;/)
    #expect(modules.count > 5)
    for module in modules {
      #expect(Int(module.1) == module.2.utf8.count, "\(module.2)")
      #expect(!["Cleanse", "CleanseC", "CleanseGraph", "CleansePlugin"].contains(module.2))
      #expect(manifest.contains("\"\(module.2)\""))
    }
  }
}
