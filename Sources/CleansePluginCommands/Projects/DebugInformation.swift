import CleanseSupport

/// The debug information of plugins in C and C++, from which the host checks the signatures of functions. No path of this machine
/// gets into the plugin unless the user's own options have one, so the same sources make the same file in any directory.
struct DebugInformation {
  /// The environment variable with the working directory as the shell names it, with symbolic links.
  static let variable = "PWD"

  /// The absolute directories of this machine, and what the plugin has in place of each.
  private let directories: [(from: FilePath, to: String)]

  /// - Parameters:
  ///   - project: The directory of the sources, as the compiler gets it.
  ///   - compiler: The compiler's file; nil if it is not found.
  ///   - headers: The directory of the C header.
  ///   - contractHeaders: The directories with the headers of contracts.
  ///   - shellDirectory: The value of ``variable``; nil if it is not set.
  init(
    of project: String, compiler: String?, headers: String, contractHeaders: [String] = [],
    shellDirectory: String?
  ) {
    // A compiler takes the name that the shell has for the working directory.
    let working = [SystemPath.resolved(.working), shellDirectory.map { FilePath($0) }]
    let project = FilePath(project).prefixes.last ?? .root
    var all: [(from: FilePath, to: String)] = []
    for directory in working.compactMap(\.self).distinct() { all.append((directory, ".")) }
    all.append((project, project.name.text))
    if let libraries = Self.libraries(of: compiler) { all.append((libraries, "lib")) }
    all.append((FilePath(headers), "cleanse"))
    for directory in contractHeaders {
      let path = FilePath(directory).prefixes.last ?? .root
      all.append((path, path.name.text))
    }
    // Each absolute path begins with the root, also those of the system.
    directories = all.filter { $0.from.isAbsolute && $0.from != .root }
  }

  /// The directory with the headers of a compiler; nil for one of the system, where it is the same on other machines.
  private static func libraries(of compiler: String?) -> FilePath? {
    let prefix = compiler.flatMap { SystemPath.resolved(FilePath($0)) }?
      .removingLastComponent.removingLastComponent
    return prefix.flatMap { $0 == "/usr" ? nil : $0.appending("lib") }
  }

  /// The options of the compiler. Compressed, the debug information of C++ has less than half of the size.
  var options: [String] {
    ["-g", "-gz"] + directories.map { "-ffile-prefix-map=\($0.from)=\($0.to)" }
  }
}
