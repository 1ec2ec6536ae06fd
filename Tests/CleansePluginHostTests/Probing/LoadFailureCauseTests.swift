import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginLoading
import CleanseSupport
import Testing

/// Each cause had the same fix, which helped in none of these.
@Suite("The causes of failed loads")
struct LoadFailureCauseTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// - Parameter libraries: The names of inspected libraries in the plugin's directory.
  private func cause(
    _ message: String, libraries: [String] = [], needed: [String] = [],
    forbidsExecution: Bool = false
  ) throws -> LoadFailureCause? {
    let linkage = PluginLinkage(
      libraries: try libraries.map { name in
        let path = scratch.path(of: name)
        return NeededLibrary(path: path, stamp: try #require(FileStamp(path: path)), digest: nil)
      })
    let plugin = PluginInspection(
      file: PluginFile(path: scratch.path(of: "p.so")), outcome: .rejected(nil), linkage: linkage)
    return LoadFailureCause(
      message, plugin, entryPoint: "cleanse_plugin_configure", neededLibraries: needed
    ) { _ in forbidsExecution }
  }

  private func write(_ name: String, defining symbol: String) throws {
    var library = ElfImage()
    library.symbols = [.init(name: symbol)]
    try scratch.write(library.bytes, to: name)
  }

  @Test("are the dynamic linker's messages")
  func messages() throws {
    let path = scratch.path(of: "p.so")
    #expect(try cause("\(path): cannot allocate memory in static TLS block") == .staticStorage)
    #expect(try cause("\(path): shared object cannot be dlopen()ed") == .notOpenable)
    #expect(
      try cause(
        "\(path): cannot enable executable stack as shared object requires: Invalid argument")
        == .executableStack)
    let unmapped = "\(path): failed to map segment from shared object"
    #expect(try cause(unmapped) == nil)
    let directory = FilePath(path).removingLastComponent.text
    #expect(try cause(unmapped, forbidsExecution: true) == .noExecution(directory: directory))
    #expect(try cause("\(path): invalid ELF header") == nil)
  }

  @Test("a version that is not found depends on the library")
  func versions() throws {
    try write("libz.so.1", defining: "zlibVersion")
    func message(_ library: String, _ version: String) -> String {
      "\(library): version `\(version)' not found (required by \(scratch.path(of: "p.so")))"
    }
    #expect(
      try cause(message("/lib/libc.so.6", "GLIBC_2.99")) == .newerSystem(version: "GLIBC_2.99"))
    #expect(
      try cause(message("/lib/libstdc++.so.6", "CXXABI_1.9.9"))
        == .newerCompiler(version: "CXXABI_1.9.9"))
    let own = scratch.path(of: "libz.so.1")
    #expect(
      try cause(message(own, "ZLIB_9"), libraries: ["libz.so.1"]) == .olderLibrary(path: own))
    // A library of the system that was too old was called another file, loaded before.
    #expect(
      try cause(message("/lib/libz.so.1", "ZLIB_9"))
        == .otherVersion(path: "/lib/libz.so.1", version: "ZLIB_9"))
  }

  @Test("an undefined symbol depends on the files that define it")
  func symbols() throws {
    let message = "\(scratch.path(of: "p.so")): undefined symbol: shared_api"
    #expect(try cause(message) == nil)
    try write("prov.so", defining: "shared_api")
    #expect(
      try cause(message) == .unlinked(symbol: "shared_api", path: scratch.path(of: "prov.so")))
    #expect(
      try cause("\(message), version API_1")
        == .unlinked(symbol: "shared_api", path: scratch.path(of: "prov.so")))
    try write("libapi.so.1", defining: "shared_api")
    #expect(try cause(message, libraries: ["libapi.so.1"]) == .otherLibrary(name: "libapi.so.1"))
    #expect(try cause(message, needed: ["libapi.so.1"]) == .otherLibrary(name: "libapi.so.1"))
  }

  // A plugin whose entry point was not found was to be linked with another plugin, which has one of the same name.
  @Test("a missing entry point has no cause in other files")
  func entryPoint() throws {
    try write("other.so", defining: "cleanse_plugin_configure")
    let path = scratch.path(of: "p.so")
    #expect(try cause("\(path): undefined symbol: cleanse_plugin_configure") == nil)
  }

  @Test("have a fix each")
  func fixes() {
    let causes: [LoadFailureCause] = [
      .newerSystem(version: "GLIBC_2.99"),
      .newerCompiler(version: "CXXABI_1.9.9"), .olderLibrary(path: "/p/libz.so.1"),
      .otherVersion(path: "/lib/libz.so.1", version: "ZLIB_9"),
      .otherLibrary(name: "libz.so.1"), .unlinked(symbol: "shared_api", path: "/p/prov.so"),
      .staticStorage, .executableStack, .notOpenable, .noExecution(directory: "/p"),
    ]
    expectGolden(causes.map(\.fix).joined(separator: "\n"), "load-failure-fixes")
  }
}
