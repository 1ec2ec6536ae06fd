internal import Glibc

/// The tool that the build-tool plugins run. It is not meant for users, so it has no options.
@main
enum PluginManifestTool {
  static let usage = """
    usage: plugin-manifest note PLUGIN_JSON FRAMEWORK SWIFTC OUTPUT
           plugin-manifest digest FRAMEWORK SWIFTC OUTPUT

    PLUGIN_JSON  the manifest of a plugin
    FRAMEWORK    the root of the framework's package
    SWIFTC       the compiler that builds the plugin
    OUTPUT       the Swift file to write
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(ToolError) {
      switch (arguments.first, arguments.count) {
      case ("note", 5):
        let note = NoteCommand(
          manifest: arguments[1], framework: FrameworkSources(root: arguments[2]),
          compiler: arguments[3])
        try TextFile.write(note.run(), to: arguments[4])
      case ("digest", 4):
        let digest = DigestCommand(
          framework: FrameworkSources(root: arguments[1]), compiler: arguments[2])
        try TextFile.write(digest.run(), to: arguments[3])
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
