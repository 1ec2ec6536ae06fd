import Foundation
import Testing

/// A compiler of C or C++ of this machine.
struct CCompiler: CustomTestStringConvertible, Sendable {
  let path: String
  /// Whether what it compiles is C++.
  let isCPlusPlus: Bool

  var testDescription: String { URL(filePath: path).lastPathComponent }

  /// Whether it comes with Swift, and so with a linker of its own.
  var isClang: Bool { testDescription.hasPrefix("clang") }

  /// The compiler of C that comes with the one of Swift.
  static let clang: CCompiler? = CCompiler("clang")

  /// All that there are.
  static let all = ["clang", "clang++", "gcc", "g++"].compactMap(CCompiler.init)

  private init?(_ name: String) {
    var folders = (Surroundings.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    // It may be that only Swift itself is on the path.
    let swift = folders.map { "\($0)/swift" }.first(where: FileManager.default.isExecutableFile)
    if let swift {
      folders.insert(
        URL(filePath: swift).resolvingSymlinksInPath().deletingLastPathComponent().path, at: 0)
    }
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    (self.path, isCPlusPlus) = (path, name.hasSuffix("++"))
  }

  /// Compiles a text, with the directory of the header on the search path.
  ///
  /// - Parameter name: The file to make.
  func compile(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    let file = name + (isCPlusPlus ? ".cpp" : ".c")
    try directory.write(source.utf8, to: file)
    let headers = Build.root.appending(path: "Sources/CCleansePlugin/include").path
    let outcome = try ChildProcess(
      program: path, arguments: ["-I", headers, "-o", name, file] + options,
      environment: Surroundings.environment, directory: directory.path
    ).run()
    try #require(
      outcome.status == 0,
      "\(testDescription) \(options): \(String(decoding: outcome.errors, as: UTF8.self))")
    try FileManager.default.removeItem(at: directory.url.appending(path: file))
  }
}
