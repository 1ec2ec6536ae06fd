import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseGraphAnalysis

/// How the plugins of a directory are compiled: only with the compilers and build tools of their languages, by commands
/// that a user can type as well.
struct ProjectBuild {
  /// The environment variables that name the compilers and their options, as in the built-in rules of make.
  static let variables = ["CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "LDLIBS"]

  /// The commands as words, in their order.
  let commands: [[String]]
  /// The directory in which they put libraries.
  let output: String
  /// What an author has to add if the build makes no plugin.
  let hint: String
  /// The command that describes the products as JSON; nil unless they are of SwiftPM.
  let description: [String]?
  /// The file for what the Swift compiler prints when it crashes; nil for another compiler.
  let crashLog: String?

  private init(
    _ commands: [[String]], output: String, hint: String, description: [String]? = nil,
    crashLog: String? = nil
  ) {
    (self.commands, self.output, self.hint) = (commands, output, hint)
    (self.description, self.crashLog) = (description, crashLog)
  }

  /// - Parameters:
  ///   - named: The directory of the project, as the user names it.
  ///   - isForOthers: Whether the plugin is for other machines, which have not the libraries of this toolchain.
  /// - Throws: A ``UsageError`` for a directory that contains nothing to build, or a ``CommandFailure`` if a compiler
  ///   or what it needs is missing.
  init(
    of named: String, _ sdk: PluginSDK, environment: [String: String], isForOthers: Bool = false,
    for command: String
  ) throws {
    // A compiler would take it as an option.
    let directory = named.hasPrefix("-") ? "./\(named)" : named
    let files = try Self.files(of: directory, for: command)
    func sources(_ suffixes: String...) -> [String] {
      files.filter { name in suffixes.contains(where: name.hasSuffix) }.map {
        Self.path($0, in: directory)
      }
    }
    let (swift, c, cxx) = (sources(".swift"), sources(".c"), sources(".cpp", ".cc", ".cxx"))
    if files.contains("Package.swift") {
      self = try Self.swiftPackage(directory, sdk, environment, isForOthers: isForOthers)
    } else if files.contains("Cargo.toml") {
      self = try Self.cargoPackage(directory, environment)
    } else if files.contains("plugin.json"), !swift.isEmpty {
      self = try Self.swiftSources(swift, directory, sdk, environment)
    } else if !c.isEmpty, !cxx.isEmpty {
      throw UsageError(
        "\(directory) contains sources in C and in C++, and `host build` compiles only one of them",
        hints: ["use a makefile; `host sdk` shows the flags"], command: command,
        operand: directory)
    } else if !c.isEmpty {
      let compiler = try Self.compiler("CC", "cc", "gcc", environment)
      self = try Self.native(compiler, "CFLAGS", c, directory, sdk, environment)
    } else if !cxx.isEmpty {
      let compiler = try Self.compiler("CXX", "c++", "g++", environment)
      self = try Self.native(
        compiler + ["-std=c++17"] + Self.uniqueness(compiler, environment), "CXXFLAGS", cxx,
        directory,
        sdk, environment)
    } else {
      throw UsageError(
        "\(directory) contains nothing to build",
        hints: [
          "expected Package.swift, Cargo.toml, plugin.json with Swift sources, or sources in C or C++"
        ], command: command, operand: directory)
    }
  }

  private static func swiftPackage(
    _ directory: String, _ sdk: PluginSDK, _ environment: [String: String], isForOthers: Bool
  ) throws(CommandFailure) -> ProjectBuild {
    try find("swift", environment)
    let swift = packageFlags(sdk) + ["swift"]
    // In a directory of its own, as SwiftPM goes on with the options of the build before.
    let scratch = path(isForOthers ? ".build/package" : ".build", in: directory)
    let options = ["--scratch-path", scratch, "-Xswiftc", "-no-toolchain-stdlib-rpath"]
    return ProjectBuild(
      [
        swift + ["build", "-c", "release", "--package-path", directory]
          + (isForOthers ? options : [])
      ],
      output: path("release", in: scratch),
      hint: "the product has to be a dynamic library whose target uses CleansePluginManifest",
      description: swift + ["package", "--package-path", directory, "describe", "--type", "json"],
      crashLog: path(".build/compiler-crash.txt", in: directory))
  }

  private static func cargoPackage(
    _ directory: String, _ environment: [String: String]
  ) throws(CommandFailure) -> ProjectBuild {
    try find("cargo", environment)
    let target = path("target", in: directory)
    return ProjectBuild(
      [
        sourceDirectory(directory)
          + ["cargo", "build", "--release", "--manifest-path", path("Cargo.toml", in: directory)]
          + ["--target-dir", target]
      ],
      output: "\(target)/release",
      hint: "the crate-type in Cargo.toml has to contain cdylib, and the source to use plugin!")
  }

  /// What gives the crate for Rust the directory of the sources, which Cargo makes the working directory. Of an absolute path,
  /// no more than the name, since the plugin has it, too.
  private static func sourceDirectory(_ directory: String) -> [String] {
    guard directory != "." else { return [] }
    let path = FilePath(directory)
    let name = path.isAbsolute ? (path.lastComponent?.text ?? "") : directory
    return ["env", "CLEANSE_SOURCE_DIRECTORY=\(name)"]
  }

  private static func swiftSources(
    _ sources: [String], _ directory: String, _ sdk: PluginSDK, _ environment: [String: String]
  ) throws(CommandFailure) -> ProjectBuild {
    try find("swiftc", environment)
    let output = path(".build", in: directory)
    let used = try contracts(of: sources, sdk)
    let commands = sdk.swiftCommands(
      manifest: path("plugin.json", in: directory), sources: sources,
      entry: "\(output)/PluginEntry.swift", module: module(of: directory),
      library: "\(output)/\(name(of: directory)).so",
      using: used)
    guard let commands else { throw sdk.withoutSwift }
    let copies = used.filter(\.isBrought).map { ["cp", $0.library, output] }
    return ProjectBuild(
      [making(output)] + commands + copies, output: output,
      hint: "plugin.json makes a library a plugin",
      crashLog: "\(output)/compiler-crash.txt")
  }

  /// The contracts of the application that the sources import. A plugin depends on the versions of no others.
  private static func contracts(
    of sources: [String], _ sdk: PluginSDK
  ) throws(CommandFailure) -> [ContractSDK] {
    guard !sdk.contracts.isEmpty else { return [] }
    var imports = SwiftImports()
    for source in sources {
      let bytes = try translating(DocumentFile.read(source, limit: 1 << 24)) {
        (error: DocumentError) in CommandFailure(error.message)
      }
      imports.add(String(decoding: bytes, as: UTF8.self))
    }
    let used = sdk.contracts.filter { !$0.contract.modules.isDisjoint(with: imports.modules) }
    for contract in used where contract.directory == nil { throw contract.withoutModule }
    return used
  }

  /// The options of the user follow those of the program, which they override, in the order of make.
  ///
  /// - Parameters:
  ///   - compiler: The compiler of C or C++, with its options.
  ///   - variable: The variable with the user's options for the language.
  private static func native(
    _ compiler: [String], _ variable: String, _ sources: [String], _ directory: String,
    _ sdk: PluginSDK, _ environment: [String: String]
  ) throws(CommandFailure) -> ProjectBuild {
    let output = path(".build", in: directory)
    let debug = DebugInformation(
      of: directory, compiler: file(of: compiler, environment), headers: sdk.headers,
      contractHeaders: sdk.contractHeaders, shellDirectory: environment[DebugInformation.variable])
    var flags = ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra"]
    // A misspelled macro of the header is a function that no library has, and the plugin can't be loaded. In C++, it is an error.
    if variable == "CFLAGS" { flags.append("-Werror=implicit-function-declaration") }
    flags += debug.options + sdk.compilerFlags
    flags += sdk.contractHeaders.map { "-I\($0)" }
    for name in [variable, "CPPFLAGS", "LDFLAGS"] { flags += try words(of: name, environment) }
    return ProjectBuild(
      [
        making(output),
        compiler + flags + sources + (try words(of: "LDLIBS", environment))
          + ["-o", "\(output)/\(name(of: directory)).so"],
      ],
      output: output, hint: "a source has to use the macro CLEANSE_PLUGIN")
  }

  /// The command that creates a directory. Tests run plugins below it, which the host rejects if other users can change
  /// them.
  private static func making(_ directory: String) -> [String] {
    ["mkdir", "-p", "-m", "755", directory]
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
    let named = try words(of: variable, environment)
    let words = named.isEmpty ? [standard] : named
    try find(words[0], environment, package, isNamed: !named.isEmpty)
    return words
  }

  /// The option by which each plugin has its own static members and inline variables, also those with default visibility.
  /// Only g++ makes them unique in the process, and clang does not know the option.
  private static func uniqueness(
    _ compiler: [String], _ environment: [String: String]
  ) -> [String] {
    let name =
      file(of: compiler, environment).map { lastComponent(of: SystemPath.resolved($0) ?? $0) } ?? ""
    let isGNU = name == "g++" || name.hasPrefix("g++-") || name.contains("-g++")
    return isGNU ? ["-fno-gnu-unique"] : []
  }

  /// The file of a compiler; nil if it is not on the path.
  private static func file(of compiler: [String], _ environment: [String: String]) -> String? {
    compiler.first.flatMap { ProgramSearch(path: environment["PATH"]).program($0) }
  }

  /// The words of a variable, as a shell reads them in a recipe of make.
  private static func words(
    of variable: String, _ environment: [String: String]
  ) throws(CommandFailure) -> [String] {
    do throws(ShellWords.Refusal) {
      // A line feed would end the command.
      return try ShellWords.of(environment[variable, default: ""].replacing("\n", with: " "))
    } catch {
      throw CommandFailure("the variable \(variable) \(error.rawValue)")
    }
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

  static func path(_ name: String, in directory: String) -> String {
    // A compiler would take a name with a dash as an option.
    directory == "." && !name.hasPrefix("-") ? name : FilePath(directory).appending(name).text
  }

  /// The name of a directory, which that of the library is made of.
  private static func name(of directory: String) -> String {
    let resolved = SystemPath.resolved(directory) ?? directory
    return FilePath(resolved).lastComponent?.text ?? "plugin"
  }

  /// The name of the module of Swift sources: that of the directory, as far as an identifier allows.
  private static func module(of directory: String) -> String {
    let words = name(of: directory).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Plugin" + name
  }

  /// The names in the directory, sorted.
  private static func files(of directory: String, for command: String) throws -> [String] {
    do throws(PluginHostError) {
      return try PluginDirectory.entries(of: directory)
        .filter { !$0.isHidden }.map(\.text).sorted()
    } catch {
      guard [ENOENT, ENOTDIR].contains(error.errno) else {
        throw CommandFailure("can't read \(directory): \(SystemError(number: error.errno))")
      }
      throw UsageError(
        error.errno == ENOENT
          ? "there is no directory \(directory)" : "\(directory) is not a directory",
        hints: ["start a plugin with `host new plugin NAME`"], command: command,
        operand: directory)
    }
  }
}
