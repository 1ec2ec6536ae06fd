import CleanseTestSupport
import Foundation
import Testing

@Suite("host sdk", .blocking)
struct SDKTests {
  @Test("in a checkout, its output compiles a plugin")
  func checkout() throws {
    let sdk = try host("sdk", "--format", "json").json()
    let headers = try #require(sdk["headers"] as? String)
    // The tests may have been built elsewhere.
    let folder = "/Sources/CCleansePlugin/include"
    try #require(headers.hasSuffix(folder))
    let root = String(headers.dropLast(folder.count))
    #expect(Build.hostProducts.path.hasPrefix(root + "/"))
    #expect(sdk["schema"] as? String == "cleanse-sdk/1")
    let library = try #require(sdk["library"] as? String)
    #expect(library.hasSuffix("/libCleanseRuntime.so"))
    let directory = try TemporaryDirectory()
    try directory.write(Self.plugin.utf8, to: "plugin.c")
    try Shell.run(try #require(sdk["command"] as? String), in: directory)
    #expect(try host("list", ".", in: directory).output.contains("org.example.bare"))
    let table = try host("sdk")
    #expect(table.status == 0)
    expectGolden(
      table, "sdk",
      names: [
        Build.hostProducts.path: "<products>", root: "<repository>",
        root.replacing(" ", with: "\\ "): "<repository>",
      ])
  }

  @Test("in an installation, it finds the header next to the program")
  func installation() throws {
    let prefix = try TemporaryDirectory()
    for folder in ["bin", "include/cleanse"] {
      try FileManager.default.createDirectory(
        atPath: prefix.path(of: folder), withIntermediateDirectories: true)
    }
    let header = Build.root.appending(path: "Sources/CCleansePlugin/include/cleanse_plugin.h")
    try FileManager.default.copyItem(
      at: header, to: prefix.url.appending(path: "include/cleanse/cleanse_plugin.h"))
    try FileManager.default.copyItem(at: Build.host, to: prefix.url.appending(path: "bin/host"))
    let outcome = try ChildProcess(
      program: prefix.path(of: "bin/host"), arguments: ["sdk", "--cflags"],
      environment: ChildProcess.searchPaths.merging(["LD_LIBRARY_PATH": Build.hostProducts.path]) {
        $1
      }
    ).run()
    #expect(outcome.status == 0)
    #expect(
      String(decoding: outcome.output, as: UTF8.self)
        == "-I\(prefix.path(of: "include/cleanse")) -fvisibility=hidden\n")
  }

  private static let plugin = """
    #include <cleanse_plugin.h>
    CLEANSE_PLUGIN("org.example.bare", "1.0.0", "Binds a number", "Ada") {
      CLEANSE_VALUE("int @number", int, 1);
    }

    """
}
