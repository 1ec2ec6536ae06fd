import CleanseSupport
import Glibc

/// What the status file of the calling thread says about its user and its umask. (proc_pid_status(5).)
struct ThreadStatus {
  /// The umask, which can otherwise only be read by changing it for a moment; nil if it is unknown.
  private(set) var mask: mode_t?
  /// The user with its groups and capabilities, as lines of the file; empty if it is unknown.
  private(set) var credentials = ""
  /// The capabilities that the thread can ever have; empty if they are unknown.
  private(set) var boundingSet = ""

  /// Reads the file.
  init() {
    let status = SystemPath.text(of: "/proc/thread-self/status")
    for line in status.utf8.split(separator: UInt8(ascii: "\n")) {
      // Most of the lines are of no use here.
      guard let first = line.first, "UGC".utf8.contains(first),
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let value = Self.words(line[line.index(after: colon)...])
      switch Substring(line[..<colon]) {
      case "Umask": mask = mode_t(value, radix: 8)
      case "Uid", "Gid", "Groups", "CapPrm": credentials += "\(value); "
      case "CapEff": credentials += value
      case "CapBnd": boundingSet = value
      default: break
      }
    }
  }

  /// The text with one space in place of each run of blanks.
  private static func words(_ text: Substring.UTF8View) -> String {
    text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .map { String(Substring($0)) }.joined(separator: " ")
  }
}
