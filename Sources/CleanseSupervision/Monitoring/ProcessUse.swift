import CleanseProcesses
import CleanseSupport

/// What a process uses of the machine. It is read when the status is requested, and at no other time.
package struct ProcessUse: Codable, Equatable, Sendable {
  /// What the process does for the host.
  package enum Role: String, CaseIterable, Codable, Sendable {
    case supervisor, worker
    /// A worker that starts.
    case candidate
    /// A worker that stops.
    case draining
  }

  package let process: Int32
  package let role: Role
  /// The time of processors, in seconds.
  package let cpuSeconds: Double
  /// The memory that it has in the machine.
  package let residentBytes: Int
  /// Nil if the system does not list them, as of a process of another user.
  package let openDescriptors: Int?

  /// Reads what a process uses; nil if it has ended.
  init?(_ process: Int32, _ role: Role) {
    let folder = FilePath("/proc/\(process)")
    self.init(
      process, role, status: SystemPath.text(of: folder.appending("stat").text),
      openDescriptors: (try? Directory.entries(in: folder.appending("fd")))?.count)
  }

  /// - Parameter status: The text of `stat`, which has a name of any characters in parentheses. (proc_pid_stat(5).)
  init?(_ process: Int32, _ role: Role, status: String, openDescriptors: Int?) {
    guard let name = status.lastIndex(of: ")") else { return nil }
    // From the state on, which is the third field.
    let fields = status[name...].dropFirst().split(separator: " ")
    let (ticks, pageSize) = (Double(sysconf(Int32(_SC_CLK_TCK))), sysconf(Int32(_SC_PAGESIZE)))
    guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
      let pages = Int(fields[21]), ticks > 0
    else { return nil }
    (self.process, self.role, self.openDescriptors) = (process, role, openDescriptors)
    cpuSeconds = (user + system) / ticks
    let (bytes, isTooMuch) = pages.multipliedReportingOverflow(by: pageSize)
    residentBytes = isTooMuch ? .max : bytes
  }
}
