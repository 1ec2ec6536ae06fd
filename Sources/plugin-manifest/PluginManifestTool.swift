internal import BuildTools
internal import FrameworkABI
internal import Glibc

/// The tool that the build-tool plugins run. It is not meant for users, so it has no options.
@main
enum PluginManifestTool {
  static let usage = """
    usage: plugin-manifest note PLUGIN_JSON IDENTITY SWIFTC OUTPUT
           plugin-manifest identity FRAMEWORK SWIFTC WORK OUTPUT

    PLUGIN_JSON  the manifest of a plugin
    IDENTITY     the OUTPUT of the framework's identity
    FRAMEWORK    the root of the framework's package
    WORK         a directory for intermediate files
    SWIFTC       the compiler that builds the plugin
    OUTPUT       the Swift file to write
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(ToolError) {
      switch (arguments.first, arguments.count) {
      case ("note", 5):
        let note = NoteCommand(
          manifest: arguments[1], framework: try BuildIdentity(file: arguments[2]),
          compiler: arguments[3])
        try TextFile.write(note.run(), to: arguments[4])
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

  /// Writes a line to standard error. A failure is ignored: the exit status still reports the error.
  private static func complain(_ message: String) {
    let bytes = Array((message + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
