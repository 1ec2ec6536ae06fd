// This folder is the processes of a probe. `ProbeLauncher` forks the `ProbeServer`s, of which `ServerPool` lends one for
// each plugin; a server forks a `ProbeChild` for each `ProbeRequest`, watches it as a `ProbeProcess`, and answers with
// messages and a `ProbeFrame`. The host's ends are `LauncherConnection`, `ProbeConnection` and `ProbeClient`.

import CCleanseProbe
import Glibc
import CleanseProcesses
import CleanseSupport

/// The process that starts the fork servers: the program of the host, which the host executes again.
///
/// It starts a server whenever the host requests one, so a plugin that harms its server does not affect other
/// plugins. It adopts and kills the processes that a killed server leaves behind. It ends when the host ends,
/// however that happens, together with all that it started.
struct ProbeLauncher: ~Copyable {
  private let host: Descriptor
  /// The connection may stay open after the host has ended, as a process that a plugin started in the host
  /// may still hold it.
  private let hostProcess: ProcessHandle
  private let work: ProbeWork
  /// For the directories of the servers, which can be killed before they remove theirs.
  private let directory: FilePath?
  private var servers: [pid_t: ProcessHandle] = [:]

  /// Serves the host until it ends.
  ///
  /// - Parameter host: The connection to the host, the parent of this process.
  static func run(host: consuming Descriptor, work: ProbeWork) -> Never {
    let pid = getppid()
    // A copy of a process with several threads would have locks that no thread releases.
    guard PluginProbe.threads == 1, Self.isolate(host.number) else { _exit(1) }
    // If the host has ended meanwhile, another process may have its process ID.
    guard let process = try? ProcessHandle(pid), getppid() == pid,
      cprobe_send_descriptors(host.number, 0, -1, -1) == 0
    else { _exit(1) }
    // Prepare here once what every process needs.
    cprobe_report_crashes(-1, nil)
    work.warmUp()
    let directory = PrivateDirectory.create(in: PrivateDirectory.ofProcess)
    var launcher = ProbeLauncher(
      host: host, hostProcess: process, work: work, directory: directory)
    while launcher.serve() {}
    _ = ChildProcesses.end()
    if let directory { PrivateDirectory.remove(directory) }
    _exit(0)
  }

  private init(
    host: consuming Descriptor, hostProcess: ProcessHandle, work: ProbeWork, directory: FilePath?
  ) {
    self.host = host
    self.hostProcess = hostProcess
    self.work = work
    self.directory = directory
  }

  /// Detaches this process from the host's session, signals, streams and files, as other processes may wait
  /// for one of them to be closed.
  private static func isolate(_ host: Int32) -> Bool {
    guard cprobe_prepare_server() == 0 else { return false }
    let nothing = unsafe open("/dev/null", O_RDWR)
    guard nothing >= 0,
      [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy({ dup2(nothing, $0) >= 0 })
    else { return false }
    unsafe cprobe_close_from(STDERR_FILENO + 1, [host], 1)
    return true
  }

  /// Waits for the next event and handles it.
  ///
  /// - Returns: Whether the host is still there.
  private mutating func serve() -> Bool {
    var polled = [hostProcess.number, host.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    for server in servers.values {
      polled.append(pollfd(fd: server.number, events: Int16(POLLIN), revents: 0))
    }
    guard unsafe poll(&polled, nfds_t(polled.count), -1) > 0 else { return true }
    guard polled[0].revents == 0 else { return false }
    if polled[2...].contains(where: { $0.revents != 0 }) { sweep() }
    return polled[1].revents == 0 || answer()
  }

  /// Removes the servers that have ended, and kills the processes that they left behind.
  private mutating func sweep() {
    servers = servers.filter { !$0.value.hasEnded }
    _ = ChildProcesses.end(sparing: Set(servers.keys))
  }

  /// Answers one request of the host: each byte requests a server.
  ///
  /// - Returns: Whether the host is still there.
  private mutating func answer() -> Bool {
    guard case .success(let bytes) = Descriptor.read(host.number, atMost: 1), !bytes.isEmpty else {
      return false
    }
    do throws(SystemCallError) {
      let ends = try DescriptorPair.connection()
      // A server that something has stopped takes no request, and must not keep the host waiting.
      guard cprobe_limit_sending(ends.first.number, 10) == 0 else {
        throw SystemCallError("setsockopt")
      }
      let pid = cprobe_fork()
      guard pid >= 0 else { throw SystemCallError("fork") }
      if pid == 0 {
        ProbeServer.run(
          host: ends.second, hostProcess: hostProcess.number, work: work, directory: directory)
      }
      let server = try ProcessHandle(pid)
      let isSent =
        cprobe_send_descriptors(host.number, 0, ends.first.number, server.number) == 0
      servers[pid] = server
      return isSent
    } catch {
      // A server that the host does not know of is useless.
      sweep()
      return cprobe_send_descriptors(host.number, error.number, -1, -1) == 0
    }
  }
}
