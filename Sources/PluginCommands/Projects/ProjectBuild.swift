import CleanseSupport
import FindingReports
import Glibc

/// How the plugins of a directory are compiled: only with the compilers and build tools of their languages, by commands
/// that a user can type as well.
struct ProjectBuild {
  /// The environment variables that select the compilers, as in make.
  static let variables = ["CC", "CXX"]

  /// The commands as words, in their order.
  let commands: [[String]]
  /// The directory in which they put libraries.
  let output: String
  /// What an author has to add if the build makes no plugin.
  let hint: String

  /// - Parameter directory: The directory of the project, as the user names it.
  /// - Throws: A ``UsageError`` for a directory that contains nothing to build, or a ``CommandFailure`` if a compiler
  ///   or what it needs is missing.
  init(
    of named: String, _ sdk: PluginSDK, environment: [String: String], for command: String
  ) throws {
    // A compiler would take it as an option.
    let directory = named.hasPrefix("-") ? "./\(named)" : named
    let files = try Self.files(of: directory, for: command)
    func paths(_ suffixes: String...) -> [String] {
      files.filter { name in suffixes.contains(where: name.hasSuffix) }.map {
        Self.path($0, in: directory)
      }
    }
    let scratch = Self.path(".build", in: directory)
    if files.contains("Package.swift") {
      try Self.find("swift", environment)
      commands = [
        Self.packageFlags(sdk) + ["swift", "build", "-c", "release", "--package-path", directory]
      ]
      output = "\(scratch)/release"
      hint = "the product has to be a dynamic library whose target uses CleansePluginManifest"
      return
    }
    if files.contains("Cargo.toml") {
      try Self.find("cargo", environment)
      let target = Self.path("target", in: directory)
      commands = [
        [
          "cargo", "build", "--release", "--manifest-path", Self.path("Cargo.toml", in: directory),
          "--target-dir", target,
        ]
      ]
      output = "\(target)/release"
      hint =
        "in Cargo.toml, the crate-type of the library has to contain cdylib, and the source needs plugin!"
      return
    }
    let library = "\(scratch)/\(Self.name(of: directory)).so"
    output = scratch
    // Tests run plugins below it, which the host rejects if other users can change them.
    let prepare = ["mkdir", "-p", "-m", "755", scratch]
    let swift = paths(".swift")
    if files.contains("plugin.json"), !swift.isEmpty {
      try Self.find("swiftc", environment)
      guard
        let commands = sdk.swiftCommands(
          manifest: Self.path("plugin.json", in: directory), sources: swift,
          entry: "\(scratch)/PluginEntry.swift", module: Self.module(of: directory),
          library: library)
      else { throw sdk.withoutSwift }
      self.commands = [prepare] + commands
      hint = "plugin.json makes a library a plugin"
      return
    }
    let (c, cxx) = (paths(".c"), paths(".cpp", ".cc", ".cxx"))
    guard c.isEmpty != cxx.isEmpty else {
      throw UsageError(
        c.isEmpty
          ? "\(directory) contains nothing to build"
          : "\(directory) contains sources in C and in C++, and `\(Tool.name) build` compiles only one of them",
        hints: [
          c.isEmpty
            ? "expected Package.swift, Cargo.toml, plugin.json with Swift sources, or sources in C or C++"
            : "use a makefile; `\(Tool.name) sdk` shows the flags"
        ],
        command: command, operand: directory)
    }
    let compiler =
      c.isEmpty
      ? try Self.compiler("CXX", "c++", "g++", environment)
      : try Self.compiler("CC", "cc", "gcc", environment)
    hint = "a source has to use the macro CLEANSE_PLUGIN"
    commands = [
      prepare,
      compiler + ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra"]
        + (c.isEmpty ? ["-std=c++17"] : []) + sdk.compilerFlags + (c + cxx) + ["-o", library],
    ]
  }

  /// A command as a shell takes it.
  static func line(_ words: [String]) -> String {
    words.map(PluginSDK.quoted).joined(separator: " ")
  }

  /// What lets SwiftPM find the installation of this program.
  static func packageFlags(_ sdk: PluginSDK) -> [String] {
    guard let configuration = sdk.packageConfiguration else { return [] }
    return ["env", "PKG_CONFIG_PATH=\(configuration)"]
  }

  /// The words of the compiler, which a variable can name with options.
  private static func compiler(
    _ variable: String, _ standard: String, _ package: String, _ environment: [String: String]
  ) throws(CommandFailure) -> [String] {
    let named = environment[variable, default: ""].split(separator: " ").map(String.init)
    let words = named.isEmpty ? [standard] : named
    try find(words[0], environment, package, isNamed: !named.isEmpty)
    return words
  }

  /// - Throws: A ``CommandFailure`` if the program is not on the path.
  private static func find(
    _ program: String, _ environment: [String: String], _ package: String? = nil,
    isNamed: Bool = false
  ) throws(CommandFailure) {
    guard ProgramSearch(path: environment["PATH"]).program(program) != nil else {
      let fixes = [
        "cargo": "install the Debian package cargo: apt-get install cargo",
        "swift": "install Swift, and add its directory `usr/bin` to PATH",
        "swiftc": "install Swift, and add its directory `usr/bin` to PATH",
      ]
      throw CommandFailure(
        "can't find the program \(program), which compiles the plugin",
        hints: [
          isNamed
            ? "an environment variable names it: CC for C, CXX for C++"
            : fixes[program]
              ?? package.map { "install the Debian package \($0): apt-get install \($0)" }
        ].compactMap(\.self))
    }
  }

  private static func path(_ name: String, in directory: String) -> String {
    directory == "." ? name : "\(directory)/\(name)"
  }

  /// The name of a directory, which that of the library is made of.
  private static func name(of directory: String) -> String {
    let resolved = SystemPath.resolved(directory) ?? directory
    return resolved.split(separator: "/").last.map(String.init) ?? "plugin"
  }

  /// The name of the module of Swift sources: that of the directory, as far as an identifier allows.
  private static func module(of directory: String) -> String {
    let words = name(of: directory).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Plugin" + name
  }

  /// The names in the directory, sorted.
  private static func files(of directory: String, for command: String) throws -> [String] {
    guard let stream = unsafe opendir(directory) else {
      let error = SystemError.last
      guard [ENOENT, ENOTDIR].contains(error.number) else {
        throw CommandFailure("can't read \(directory): \(error)")
      }
      throw UsageError(
        error.number == ENOENT
          ? "there is no directory \(directory)" : "\(directory) is not a directory",
        hints: ["start a plugin with `\(Tool.name) new plugin NAME`"], command: command,
        operand: directory)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
