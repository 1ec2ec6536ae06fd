internal import CleanseBuildTools
internal import CleanseSupport
internal import CleanseFrameworkABI

/// The tool that the build-tool plugins run, and in an installation, authors of plugins.
@main
enum PluginManifestTool {
  static let usage = """
    usage: plugin-manifest entry PLUGIN_JSON OUTPUT [CONTRACT]... [--contract BUILD]... [--source MODULE=FILE]...
           plugin-manifest note PLUGIN_JSON IDENTITY SWIFTC OUTPUT [CONTRACT]... [--source MODULE=FILE]...
           plugin-manifest contract CONTRACT_JSON OUTPUT SOURCES...
           plugin-manifest check-contract CONTRACT_JSON MODULE SOURCES SWIFTC WORK RECORDINGS
           plugin-manifest record-contract CONTRACT_JSON MODULE SOURCES SWIFTC WORK RECORDINGS
           plugin-manifest identity FRAMEWORK SWIFTC WORK OUTPUT

    PLUGIN_JSON  the manifest of a plugin
    CONTRACT     the OUTPUT of a contract
    BUILD        a contract without that file, IDENTIFIER@VERSION@DIGEST
    IDENTITY     the OUTPUT of the framework's identity; `entry` uses that of the installation, and the
                 swiftc of the search path
    FRAMEWORK    the root of the framework's package
    WORK         a directory for intermediate files
    SWIFTC       the compiler that builds the plugin
    OUTPUT       the Swift file to write
    MODULE=FILE  a Swift source of the plugin, and its module
    RECORDINGS   the directory of the recorded interfaces

    The commands for contracts also take -D CONDITION, the last two of them -I DIR, --module DIR, the sources of
    another module in the library, and --headers DIR, those of a C target in the package; all are repeatable.
    """

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let sources = PluginSources(values(of: "--source", in: words)).paths
    let builds = values(of: "--contract", in: words)
    let arguments = without("--contract", without("--source", words))
    do throws(ToolError) {
      switch (arguments.first, arguments.count) {
      case ("entry", 3...):
        let note = NoteCommand(
          manifest: arguments[1], framework: try BuildIdentity(file: try installedIdentity()),
          compiler: try path(ofProgram: "swiftc"), contracts: Array(arguments[3...]),
          builds: builds, sources: sources)
        try TextFile.write(note.run(), to: arguments[2])
      case ("note", 5...):
        let note = NoteCommand(
          manifest: arguments[1], framework: try BuildIdentity(file: arguments[2]),
          compiler: arguments[3], contracts: Array(arguments[5...]), sources: sources)
        try TextFile.write(note.run(), to: arguments[4])
      case ("contract", 4...):
        let contract = ContractCommand(
          manifest: arguments[1], sources: Array(arguments[3...].prefix { $0 != "-D" }),
          conditions: values(of: "-D", in: arguments))
        try TextFile.write(contract.run(), to: arguments[2])
      case ("check-contract", 7...):
        let check = try ContractCheck(contract(arguments), recordings: arguments[6])
        report(try check.run())
      case ("record-contract", 7...):
        let check = try ContractCheck(contract(arguments), recordings: arguments[6])
        report(try check.record())
      case ("identity", 5):
        let identity = try BuildIdentity(
          of: FrameworkSources(root: arguments[1]), compiler: arguments[2], in: arguments[3])
        try TextFile.write(identity.source(), to: arguments[4])
      default:
        complain(usage)
        exit(2)
      }
    } catch {
      complain(error.description)
      exit(1)
    }
  }

  /// The identity of the framework in the installation that this program is a part of: `bin/../identity.swift`.
  private static func installedIdentity() throws(ToolError) -> String {
    let link = "/proc/self/exe"
    guard let program = SystemPath.resolved(link) else {
      throw ToolError(path: link, message: "can't be read: \(SystemError.last)")
    }
    return FilePath(program).removingLastComponent.removingLastComponent
      .appending("identity.swift").text
  }

  /// The path of a program, as a shell finds it.
  private static func path(ofProgram name: String) throws(ToolError) -> String {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    if let program = ProgramSearch(path: path).program(name) { return program }
    throw ToolError(path: name, message: "is not in a directory of PATH")
  }

  /// The contract that the arguments name.
  private static func contract(_ arguments: [String]) -> ContractSources {
    ContractSources(
      manifest: arguments[1],
      module: ModuleSources(
        name: arguments[2], directory: arguments[3], includes: values(of: "-I", in: arguments)),
      others: values(of: "--module", in: arguments),
      headers: ContractHeaders(values(of: "--headers", in: arguments)), compiler: arguments[4],
      conditions: values(of: "-D", in: arguments), directory: arguments[5])
  }

  private static func report(_ result: (text: String, isPassed: Bool)) {
    print(result.text, terminator: "")
    if !result.isPassed { exit(1) }
  }

  /// The values of an option that can be repeated.
  private static func values(of option: String, in arguments: [String]) -> [String] {
    arguments.indices.dropFirst().filter { arguments[$0 - 1] == option }.map { arguments[$0] }
  }

  /// The arguments without an option and its values.
  private static func without(_ option: String, _ arguments: [String]) -> [String] {
    arguments.indices.filter { index in
      arguments[index] != option && (index == 0 || arguments[index - 1] != option)
    }.map { arguments[$0] }
  }

  /// Writes a line to standard error. A failure is ignored: the exit status still reports the error.
  private static func complain(_ message: String) {
    let bytes = Array((message + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
