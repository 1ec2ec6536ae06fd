import CleanseSupport
import FindingReports

/// `host sdk`: the files that plugins are built with.
enum SDKCommand: Subcommand {
  static let name = "sdk"
  static let group = CommandGroup.project
  static let summary = "Show where the C header for plugins is"
  static let operands = ""
  static let options = OptionTable([.compilerFlags, .format])
  static let details = [
    "Shows the directory of cleanse_plugin.h, which is all that a C or C++ plugin",
    "needs; the library that Swift plugins share with this host; the version of the C",
    "interface; and a command that compiles a plugin. The header is searched for in",
    "../include, relative to the directory of this program, and in the checkout that",
    "it was built in.",
  ]
  static let examples = [
    "\(Tool.name) sdk", "cc -shared -fPIC $(\(Tool.name) sdk --cflags) plugin.c -o plugin.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    guard !(arguments.contains(.compilerFlags) && arguments.contains(.format)) else {
      throw UsageError(
        "options --cflags and --format can't be combined",
        hints: ["the output of --format json contains the flags"], command: name)
    }
    let sdk = try PluginSDK(executable: context.executable)
    let report = SDKReport(sdk)
    if arguments.contains(.compilerFlags) {
      let flags = sdk.compilerFlags.map(PluginSDK.quoted)
      try context.write(flags.joined(separator: " ") + "\n")
    } else if arguments.format == .json {
      try context.write(JSONOutput.text(of: report))
    } else {
      try context.write(report.text)
    }
    return .success
  }
}

extension Option {
  static let compilerFlags = Option(
    "cflags", "Print only the compiler flags")
}
