import CleanseProcesses
import CleanseSupport

/// The status of a process, as the system describes it. (proc_pid_status(5).)
struct ProcessStatus {
  private let lines: [Substring]

  /// The status of a process; without values if that has ended.
  init(of process: pid_t) {
    lines = SystemPath.text(of: "/proc/\(process)/status").split(separator: "\n")
  }

  /// The value with a name; nil if there is none.
  subscript(_ name: String) -> Substring? {
    lines.first { $0.hasPrefix("\(name):\t") }?.dropFirst(name.utf8.count + 2)
  }

  /// The memory that the process has allocated, in bytes, also what is swapped out; nil if it has ended.
  ///
  /// The pages of files, such as the code of libraries, do not count: processes share them, and the system drops them when it
  /// needs room. The system keeps these sums, which may be wrong by some pages; for an exact one (`smaps_rollup`) it walks
  /// all pages, while the process can't change its mappings.
  var memory: UInt64? {
    guard let anonymous = bytes("RssAnon") else { return nil }
    return anonymous + (bytes("RssShmem") ?? 0) + (bytes("VmSwap") ?? 0)
  }

  /// Whether a process is another one, or was started by it, or by one that it has started.
  static func isDescendant(_ process: pid_t, of ancestor: pid_t) -> Bool {
    var next = process
    while next != ancestor {
      guard let parent = ProcessStatus(of: next)["PPid"].flatMap({ pid_t($0) }), parent > 0 else {
        return false
      }
      next = parent
    }
    return true
  }

  private func bytes(_ name: String) -> UInt64? {
    let words = self[name]?.split(separator: " ") ?? []
    guard words.count == 2, words[1] == "kB" else { return nil }
    return UInt64(words[0]).map { $0 << 10 }
  }
}
