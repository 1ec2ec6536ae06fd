import CleanseSupport
import CleanseFindingReports

/// `host sdk`: the files that plugins are built with.
enum SDKCommand: Subcommand {
  static let name = "sdk"
  static let summary = "Show what plugins are compiled with"
  static let operands = ""
  static let options = OptionTable([
    .compilerFlags, .swiftFlags, .swiftCommands, .debianNames, .format,
  ])
  static let details = [
    "Shows the directory of cleanse_plugin.h, which is all that a C or C++ plugin",
    "needs; the library that Swift plugins share with this host; the version of the C",
    "interface; and the commands that compile a plugin. A Swift plugin is compiled",
    "against the interfaces of the framework, which an installation has: first,",
    "plugin-manifest makes the entry point from plugin.json. The files are searched",
    "for relative to this program, the header also in the checkout that it was built",
    "in. With --deb-provides, shows the virtual packages by which Debian packages of",
    "plugins depend on this framework.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = [
    "host sdk", "cc -shared -fPIC $(host sdk --cflags) plugin.c -o plugin.so",
    "host sdk --swift",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    let exclusive = options.options.filter { arguments.contains($0) }
    guard exclusive.count <= 1 else {
      throw UsageError(
        "options --\(exclusive[0].name) and --\(exclusive[1].name) can't be combined",
        hints: ["the output of --format json contains the flags"], command: name)
    }
    if arguments.contains(.debianNames) {
      try context.write(DebianRuntime.provided().joined(separator: ", ") + "\n")
      return .success
    }
    let sdk = try PluginSDK.of(context.executable)
    if arguments.contains(.compilerFlags) {
      try write(sdk.compilerFlags, in: context)
      return .success
    }
    if let warning = sdk.warning {
      context.report(message: warning, hints: ["install the same version of both"])
    }
    if arguments.contains(.swiftFlags) {
      try write(try found(sdk.swiftFlags, sdk), in: context)
    } else if arguments.contains(.swiftCommands) {
      // A shell that evaluates them must not go on after an error.
      try context.write(try found(sdk.swiftCommands, sdk).joined(separator: " &&\n") + "\n")
    } else {
      try context.write(SDKReport(sdk), arguments)
    }
    return .success
  }

  private static func write(_ flags: [String], in context: CommandContext) throws {
    try context.write(flags.map(PluginSDK.quoted).joined(separator: " ") + "\n")
  }

  private static func found(
    _ words: [String]?, _ sdk: PluginSDK
  ) throws(CommandFailure) -> [String] {
    if let words { return words }
    throw sdk.withoutSwift
  }
}

extension Option {
  static let compilerFlags = Option(
    "cflags", "Print only the flags of the C compiler")
  static let swiftFlags = Option(
    "swiftflags", "Print only the flags of swiftc")
  static let swiftCommands = Option(
    "swift", "Print only the commands for a Swift plugin")
  static let debianNames = Option(
    "deb-provides", "Print only what a Debian package of it provides")
}
