import CCleanseProbe
import CleanseProcesses
import CleanseSupport

/// How the host executes its program again, as the launcher of the fork servers.
///
/// A new program has nothing of the memory of the host, where secrets of the application and options of all plugins are. It
/// has the same components, because it is the same program: its main function calls `PluginProbe.start`, too.
struct ProbeLaunch: Sendable {
  /// The component of the probe; a program can have several probes.
  let work: ProbeWork
  /// The number of the last arguments that the main function does not need to get to `PluginProbe.start`.
  let droppedArguments: Int

  /// Executes the program, and waits until it is ready.
  func start() throws(LauncherConnection.Failure) -> LauncherConnection {
    let launcher: LauncherConnection
    do throws(SystemCallError) {
      launcher = try execute()
    } catch {
      throw .system(error)
    }
    try launcher.awaitStart()
    return launcher
  }

  private func execute() throws(SystemCallError) -> LauncherConnection {
    let ends = try DescriptorPair.connection()
    // The connection holds it until the program reads it.
    try Descriptor.sendAll(Array(CLAUNCH_MAGIC.utf8) + Self.bytes(of: work), to: ends.first.number)
    let variables = ProbeEnvironment.passed + [Array("\(CLAUNCH_VARIABLE)=1\0".utf8)]
    let environment = variables.joined().map { CChar(bitPattern: $0) }
    let process = unsafe claunch_execute(
      ends.second.number, environment, environment.count, Int32(clamping: droppedArguments))
    guard process > 0 else { throw SystemCallError("posix_spawn") }
    do throws(SystemCallError) {
      return LauncherConnection(ends.first, to: try ProcessHandle(process))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  /// Returns the connection to the host if it has executed this process as its launcher for the component; nil otherwise.
  static func accepted(for work: ProbeWork) -> Int32? {
    var sent = [CChar](repeating: 0, count: nameLimit + 1)
    let connection = unsafe claunch_connection(&sent, sent.count)
    guard connection >= 0 else { return nil }
    let name = sent.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name == bytes(of: work) && claunch_accept(connection) == 0 ? connection : nil
  }

  /// Whether a host has executed this process as its launcher, for any component.
  static var isLauncher: Bool { claunch_connection(nil, 0) >= 0 }

  /// The name of the component, as far as it is compared.
  private static func bytes(of work: ProbeWork) -> [UInt8] {
    Array(work.name.utf8.prefix(nameLimit))
  }

  private static let nameLimit = 2048
}
