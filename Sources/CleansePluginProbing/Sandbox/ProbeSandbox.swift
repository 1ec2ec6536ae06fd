// What confines the process of a plugin while it is checked. The fork server makes a `ProbeSandbox` before it forks, from its
// `SandboxSupplies`; the forked process enters it, which also sends the listener for refused calls; the server answers these
// until the process has ended, and clears the `PrivateDirectory`. `ProbeConfinement` says what the process may do.

import CCleanseProbe
import CleanseConfinement
import CleanseProcesses
import CleanseSupport
import CleansePluginFiles
import CleansePluginMetadata

/// The confinement of one probe process.
final class ProbeSandbox {
  private let confinement: PreparedConfinement
  private let directory: FilePath?
  /// The server's end of the connection over which the process sends its listener.
  private let server: Descriptor
  private var process: Descriptor?
  private var recorder: RefusalRecorder?
  private var isListenerExpected = true
  private(set) var refusals: [Refusal] = []
  private var selection = RefusalSelection(limit: limit)

  /// Returns nil for a request whose process is not to be confined.
  ///
  /// - Throws: A ``ProbeSandboxError`` if it has to be, and the system can't enforce all of it.
  init?(for request: ProbeRequest, from supplies: inout SandboxSupplies) throws {
    guard request.limits.sandbox != .off else { return nil }
    let access = request.limits.grants.all
    let gaps = Self.gaps(with: access)
    guard request.limits.sandbox == .prefer || gaps.isEmpty else {
      throw ProbeSandboxError(gaps: gaps)
    }
    let ends = try DescriptorPair.connection()
    directory = supplies.directory.path()
    confinement = try ProbeConfinement.confinement(
      of: request.plugins, with: access, in: directory
    )
    .prepared(on: Self.kernel, sharing: supplies.files())
    server = ends.first
    process = Descriptor(ends.second.release())
  }

  /// What the system offers; a filter of the calls of this process can hide some of it.
  static let kernel = KernelConfinement.current

  /// What the system can't enforce if plugins are granted an access.
  ///
  /// - Parameter kernel: What is used of the kernel.
  static func gaps(
    with access: SystemAccess = SystemAccess(), on kernel: KernelConfinement = kernel
  ) -> [ConfinementGap] {
    var confinement = Confinement()
    confinement.allow(access)
    return confinement.gaps(on: kernel)
  }

  /// What confines the processes in this mode, for the keys of the cache.
  static func description(of mode: SandboxMode) -> String {
    mode == .off ? mode.rawValue : "\(mode.rawValue) \(kernel)"
  }

  /// What the plugins of a process are granted, for the keys of the cache.
  static func grants(of limits: ProbeLimits) -> String {
    limits.sandbox == .off ? "" : limits.grants.all.lines.lengthPrefixed
  }

  /// Compiles in advance what the confinements of all processes share.
  static func warmUp() {
    _ = try? ProbeConfinement.confinement(of: [], with: SystemAccess(), in: nil)
      .prepared(on: kernel)
  }

  /// The process's end of the connection.
  private var connection: Int32 { process?.number ?? -1 }

  /// The descriptors that the process needs to enter it.
  var keptDescriptors: [Int32] { [connection] + [confinement.descriptor].compactMap(\.self) }

  /// Confines this process, the one of the plugin.
  ///
  /// - Returns: Whether it is confined as far as the system can.
  func enter() -> Bool {
    do {
      if let directory { unsafe setenv("TMPDIR", directory.text, 1) }
      guard let listener = try confinement.enforce() else {
        close(connection)
        return true
      }
      // Who holds the listener decides what the process may do.
      let isSent = cprobe_send_descriptors(connection, 0, listener.number, -1) == 0
      close(connection)
      return isSent
    } catch {
      return false
    }
  }

  /// Closes the end of the forked process in this one.
  func handOver() {
    process = nil
  }

  /// The descriptors to poll for refused calls.
  var descriptors: [Int32] {
    if let number = recorder?.number { return [number] }
    return isListenerExpected ? [server.number] : []
  }

  /// Answers the refused calls that wait, up to a limit: a process can make them faster than they are answered, and must not
  /// keep this one from ending it.
  func proceed() {
    if isListenerExpected { receive() }
    guard let pending = recorder?.pending() else { return }
    for refusal in pending.refusals { add(refusal) }
    if pending.isEnded { recorder = nil }
  }

  /// Receives the listener, or the end of the connection if there is none.
  private func receive() {
    var polled = pollfd(fd: server.number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 0) > 0 else { return }
    isListenerExpected = false
    var (number, listener, none): (Int32, Int32, Int32) = (0, -1, -1)
    guard unsafe cprobe_receive_descriptors(server.number, &number, &listener, &none) == 0,
      listener >= 0
    else { return }
    recorder = RefusalRecorder(
      RefusalListener(listener), of: confinement.confinement, on: Self.kernel)
  }

  /// The largest number of refusals of a kind that are kept.
  static let limit = 8

  private func add(_ refusal: Refusal) {
    if case .reported = selection.add(refusal) { refusals.append(refusal) }
  }
}

/// A probe process has to be confined, and the system can't enforce all of it.
struct ProbeSandboxError: Error, CustomStringConvertible {
  let gaps: [ConfinementGap]

  var description: String { gaps.map { "\($0)" }.joined(separator: "; ") }
}
