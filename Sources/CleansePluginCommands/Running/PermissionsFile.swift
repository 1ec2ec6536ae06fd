import CleanseFindingReports
import CleansePluginHost
import CleanseSupport
import FoundationEssentials

/// The file of `--record-permissions`: a policy file with the permissions that plugins have used.
///
/// A process that runs no plugin code writes it, after the plugins have ended, and replaces it as a whole.
struct PermissionsFile {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The file that the command line of one of the commands names; nil if it names none.
  init?(for arguments: [String], of commands: [any Subcommand.Type]) {
    guard let command = commands.first(where: { $0.name == arguments.first }),
      // The program has parsed the same arguments, and has reported what is wrong with them.
      let parsed = try? OptionParser(table: command.options, command: command.name)
        .parse(Array(arguments.dropFirst())),
      let path = parsed.value(of: .recordPermissions)
    else { return nil }
    self.path = path
  }

  /// - Throws: A ``CommandFailure`` if it is already known that the file can't be written.
  func check() throws(CommandFailure) {
    guard try !OutputFile(path).isStandardOutput else {
      throw CommandFailure("permissions can't be recorded to standard output, which plugins use")
    }
  }

  private struct Document: Encodable {
    let permissions: Permissions
  }

  /// Writes the permissions.
  ///
  /// - Returns: What to report: what they can't allow, and why they were not written.
  func write(_ recorded: RecordedPermissions) -> (lines: [String], isWritten: Bool) {
    let recorded = recorded.withExistingPaths
    let others =
      recorded.others.sorted().map { "no permission allows plugins to \($0)" }
      + recorded.exposing.map { path, file in
        "the recorded permissions let plugins write below \("\(path)".quoted), and so replace \("\(file)".quoted), "
          + "which decides what runs: have them write in another directory"
      }
    do throws(any Error) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let json = try encoder.encode(Document(permissions: recorded.permissions))
      try FileTarget(path).write(Array(json) + [UInt8(ascii: "\n")])
      return (others, true)
    } catch {
      return (others + ["the permissions can't be written to \(path.quoted): \(error)"], false)
    }
  }
}
