import Glibc
public import Testing

/// A compiler of C or C++ of this machine.
public struct CCompiler: CustomTestStringConvertible, Sendable {
  public let path: String
  /// Whether what it compiles is C++.
  public let isCPlusPlus: Bool

  public var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether it comes with Swift, and so with a linker of its own.
  public var isClang: Bool { testDescription.hasPrefix("clang") }

  /// The system's compiler of C; where it has none, the one that comes with Swift.
  public static let native: CCompiler? = ["cc", "clang", "gcc"].lazy.compactMap { CCompiler($0) }
    .first

  /// The compiler of C that comes with the one of Swift.
  public static let clang = CCompiler("clang")

  /// The compiler of C++ that comes with the one of Swift.
  public static let clangPlusPlus = CCompiler("clang++")

  /// All that there are.
  public static let all = ["clang", "clang++", "gcc", "g++"].compactMap { CCompiler($0) }

  private init?(_ name: String) {
    var folders = (ChildProcess.searchPaths["PATH"] ?? "").split(separator: ":").map(String.init)
    // It may be that only Swift itself is on the path.
    if let swift = folders.lazy.map({ "\($0)/swift" }).first(where: Self.isExecutable),
      let resolved = unsafe realpath(swift, nil)
    {
      defer { unsafe free(resolved) }
      let parts = unsafe String(cString: resolved).split(
        separator: "/", omittingEmptySubsequences: false)
      folders.insert(parts.dropLast().joined(separator: "/"), at: 0)
    }
    guard let path = folders.lazy.map({ "\($0)/\(name)" }).first(where: Self.isExecutable) else {
      return nil
    }
    (self.path, isCPlusPlus) = (path, name.hasSuffix("++"))
  }

  private static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Compiles a text, with the folder of `cleanse_plugin.h` on the search path.
  ///
  /// - Parameter name: The file to make; it is the only one that stays in the directory.
  /// - Throws: A ``Failure`` with what the compiler reports.
  public func compile(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    let file = name + (isCPlusPlus ? ".cpp" : ".c")
    try directory.write(source, to: file)
    defer { directory.remove(file) }
    let headers = Repository.path(of: "Sources/CCleansePlugin/include")
    let outcome = try ChildProcess(
      program: path, arguments: ["-I", headers, "-o", name, file] + options,
      directory: directory.path
    ).run()
    guard outcome.status == 0 else {
      let errors = String(decoding: outcome.errors.prefix(4_000), as: UTF8.self)
      throw Failure(description: "\(testDescription) \(options): \(errors)")
    }
  }

  /// Compiles a text to a shared library.
  public func compileLibrary(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    try compile(source, to: name, in: directory, ["-shared", "-fPIC"] + options)
  }

  /// Source text that the compiler refuses.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}
