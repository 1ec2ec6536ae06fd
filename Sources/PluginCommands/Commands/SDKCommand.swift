/// `host sdk`: what plugins are built with.
enum SDKCommand: Subcommand {
  static let name = "sdk"
  static let summary = "tell where the header is that plugins in C are built with"
  static let operands = ""
  static let options = OptionTable([.compilerFlags, .format])
  static let details = [
    "Tells the directory of cleanse_plugin.h, which is all that a plugin in C or C++",
    "needs; the library that plugins in Swift share with this host; the version of",
    "the C interface; and a command that compiles a plugin. The header is looked for",
    "in ../include, as seen from the directory of this program, and in the checkout",
    "that it was built in.",
  ]
  static let examples = [
    "host sdk", "cc -shared -fPIC $(host sdk --cflags) plugin.c -o plugin.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.isEmpty else {
      throw UsageError("`host sdk` takes no operands", command: name)
    }
    guard !(arguments.contains(.compilerFlags) && arguments.contains(.format)) else {
      throw UsageError(
        "options --cflags and --format don't go together",
        hints: ["the flags are a member of what --format json writes"], command: name)
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
    "cflags", "Tell what a compiler of C needs and nothing else")
}
