internal import CleanseBuildTools
internal import CleanseFrameworkABI
internal import Glibc

/// The tool of `scripts/abi`.
@main
enum FrameworkABITool {
  static let usage = """
    usage: framework-abi check FRAMEWORK SWIFTC WORK
           framework-abi record FRAMEWORK SWIFTC WORK VERSION

    FRAMEWORK  the root of the framework's package
    SWIFTC     the compiler
    WORK       a directory for intermediate files
    VERSION    the version to record, such as 0.1
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 4 else { misuse(usage) }
    let framework = FrameworkSources(root: arguments[1])
    let (compiler, directory) = (arguments[2], arguments[3])
    do throws(ToolError) {
      switch (arguments[0], arguments.count) {
      case ("check", 4):
        let abi = try CurrentABI(of: framework, compiler: compiler, in: directory)
        let (text, isPassed) = try CheckCommand(abi).run()
        print(text, terminator: "")
        if !isPassed { exit(1) }
      case ("record", 5):
        guard let version = ABIVersion(arguments[4]) else {
          misuse("\(arguments[4]) is not a version such as 0.1")
        }
        let abi = try CurrentABI(of: framework, compiler: compiler, in: directory)
        print(try RecordCommand(abi, as: version).run(), terminator: "")
      default: misuse(usage)
      }
    } catch {
      complain(error.description)
      exit(1)
    }
  }

  private static func misuse(_ message: String) -> Never {
    complain(message)
    exit(2)
  }

  /// Writes a line to standard error. A failure is ignored: the exit status still reports the error.
  private static func complain(_ message: String) {
    let bytes = Array((message + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
