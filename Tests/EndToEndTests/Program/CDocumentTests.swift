import CleanseTestSupport
import Foundation
import Testing

/// Runs the examples of the pages for authors of plugins in C.
@Suite("The examples in C, C++ and Rust of PluginABI.md and Plugins.md", .blocking)
struct CDocumentTests {
  /// An example of a page, and the compiler that it needs.
  struct Example: CustomTestStringConvertible, Sendable {
    let page: String
    let name: String
    var tool = "cc"

    var testDescription: String { name }
  }

  private static let reference = "Documentation/PluginABI.md"
  private static let guide = "Documentation/Plugins.md"

  private static let examples = [
    Example(page: reference, name: "geometry"), Example(page: reference, name: "weights"),
    Example(page: reference, name: "dice"), Example(page: reference, name: "rules"),
    Example(page: reference, name: "wrap"), Example(page: reference, name: "ticker"),
    Example(page: reference, name: "pulse"), Example(page: reference, name: "spelling"),
    Example(page: reference, name: "broken"), Example(page: reference, name: "peek"),
    Example(page: reference, name: "motto", tool: "c++"),
    Example(page: reference, name: "wordy", tool: "c++"),
    Example(page: reference, name: "chorus", tool: "cargo"),
    // A user of version 1.1 called the function that destroys the state, because that of 1.0 in Rust was there.
    Example(page: reference, name: "hyphens", tool: "cargo"),
    Example(page: reference, name: "vitals", tool: "cargo"),
    Example(page: reference, name: "tally", tool: "rustc"),
    Example(page: reference, name: "abacus", tool: "zig"),
    Example(page: guide, name: "Bells"), Example(page: guide, name: "Checkup"),
    Example(page: guide, name: "Chimes", tool: "c++"),
    Example(page: guide, name: "Gong", tool: "cargo"),
  ]

  /// Skips the examples whose compilers are not installed.
  @Test("do what the page says", arguments: examples)
  func example(example: Example) throws {
    guard try Self.has(example.tool) else {
      try Test.cancel("\(example.name) is skipped: there is no \(example.tool)")
    }
    let page = try Readme(example.page)
    let directory = try TemporaryDirectory()
    for file in page.files where file.path.hasPrefix("\(example.name)/") {
      let contents = file.contents.replacing(
        "/usr/local/share/cleanse/rust", with: Build.root.appending(path: "Sources").path)
      try directory.write(contents.utf8, to: file.path)
    }
    let output = try Self.run(page.script(example.name), in: directory)
    #expect(output == (try page.output(example.name)))
  }

  @Test("are all tested")
  func complete() throws {
    let names = Self.examples.filter { $0.page == Self.reference }.map(\.name)
    #expect(
      Set(try Readme(Self.reference).files.map { $0.path.prefix { $0 != "/" } }.map(String.init))
        == Set(names))
  }

  private static func has(_ tool: String) throws -> Bool {
    (ChildProcess.searchPaths["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  private static func run(_ script: String, in directory: TemporaryDirectory) throws -> String {
    let folders = [try PlainInstallation.programs, ChildProcess.searchPaths["PATH"] ?? ""]
    return try Shell.run(
      script, in: directory,
      environment: [
        "PATH": folders.joined(separator: ":"), "XDG_CACHE_HOME": directory.path(of: "cache"),
        "ZIG_LOCAL_CACHE_DIR": directory.path(of: "zig"),
        "ZIG_GLOBAL_CACHE_DIR": directory.path(of: "zig"),
      ])
  }
}
