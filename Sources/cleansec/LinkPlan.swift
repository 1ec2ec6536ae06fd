#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `swift package cleansec` has found out about the package, as its plugin writes it.
struct LinkPlan: Decodable {
  /// A target to check, and what it is linked from.
  struct Program: Decodable {
    /// The module whose components are checked.
    let module: String
    /// The modules to link: this one and those that it depends on.
    let parts: [Part]
    /// The names of the dynamic library products to link.
    let libraries: [String]
    /// The options of the linker for system libraries.
    let options: [String]
  }

  /// A target that is linked.
  struct Part: Decodable, Hashable {
    let target: String
    /// The source files, relative to the target, if it is written in C or C++.
    let sources: [String]?
  }

  /// The name of the package.
  let package: String
  /// The names of the targets to check.
  let targets: [String]
  /// Those that depend on the framework.
  let programs: [Program]
  /// The directory with the products of the build.
  let products: String
  /// A directory for files of this tool.
  let workDirectory: String
  /// The path of `swiftc`.
  let compiler: String
  /// The path of the driver's source.
  let driver: String
  /// The directory of the framework's sources.
  let framework: String
  /// The directory of the framework's modules.
  let modules: String
  /// The directories of libraries, other than that of the products.
  let libraries: [String]

  /// - Throws: A ``CheckFailure`` for a file that can't be read.
  init(contentsOf path: String) throws {
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      self = try JSONDecoder().decode(LinkPlan.self, from: data)
    } catch {
      throw CheckFailure("can't read the plan \(path): \(error)")
    }
  }
}

/// The tool could not do its own work.
struct CheckFailure: Error {
  let message: String
  /// Suggested fixes; a line each.
  let hints: [String]
  /// The output of a program that failed.
  let output: String

  init(_ message: String, hints: [String] = [], output: String = "") {
    (self.message, self.hints, self.output) = (message, hints, output)
  }
}
