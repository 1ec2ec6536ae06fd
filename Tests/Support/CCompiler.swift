import Glibc
public import Testing

/// An installed C or C++ compiler.
public struct CCompiler: CustomTestStringConvertible, Sendable {
  public let path: String
  /// Whether it compiles C++.
  public let isCPlusPlus: Bool

  public var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether it is Clang, which the Swift toolchain includes together with a linker.
  public var isClang: Bool { testDescription.hasPrefix("clang") }

  /// The system's C compiler; if there is none, that of the Swift toolchain.
  public static let native: CCompiler? = ["cc", "clang", "gcc"].lazy.compactMap { CCompiler($0) }
    .first

  /// The C compiler of the Swift toolchain.
  public static let clang = CCompiler("clang")

  /// The C++ compiler of the Swift toolchain.
  public static let clangPlusPlus = CCompiler("clang++")

  /// All installed compilers.
  public static let all = ["clang", "clang++", "gcc", "g++"].compactMap { CCompiler($0) }

  private init?(_ name: String) {
    var folders = (ChildProcess.searchPaths["PATH"] ?? "").split(separator: ":").map(String.init)
    // The toolchain's folder may not be on the path, if `swift` is a link to it.
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

  /// Compiles source text, with the folder of `cleanse_plugin.h` on the include path.
  ///
  /// - Parameter name: The output file; no other file is left in the directory.
  /// - Throws: A ``Failure`` with the compiler's messages.
  public func compile(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    let file = name + (isCPlusPlus ? ".cpp" : ".c")
    try directory.write(source, to: file)
    defer { directory.remove(file) }
    let headers = Repository.path(of: "Sources/CCleansePlugin/include")
    // Thousands of functions of a nightly run take minutes on a busy machine.
    let outcome = try ChildProcess(
      program: path, arguments: ["-I", headers, "-o", name, file] + options,
      directory: directory.path, deadline: .seconds(600)
    ).run()
    guard outcome.status == 0 else {
      let errors = String(decoding: outcome.errors.prefix(4_000), as: UTF8.self)
      throw Failure(description: "\(testDescription) \(options): \(errors)")
    }
  }

  /// Compiles source text to a shared library.
  public func compileLibrary(
    _ source: String, to name: String, in directory: TemporaryDirectory, _ options: [String] = []
  ) throws {
    try compile(source, to: name, in: directory, ["-shared", "-fPIC"] + options)
  }

  /// A failed compilation.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}
