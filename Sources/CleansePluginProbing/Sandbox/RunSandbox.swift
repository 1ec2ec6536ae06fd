import CCleanseProbe
import CleanseConfinement
import CleansePluginFiles
package import CleansePluginMetadata
import CleanseProcesses
package import CleanseSupport

/// The confinement of a process that runs plugins, by the permissions that its operator lists.
///
/// The process enters it before it loads plugins, and before it has a second thread. A `ConfinedProcess`, in the process that
/// has started this one, answers the refused calls.
package struct RunSandbox {
  private var confinement: Confinement
  private let memory: Int?
  /// The addresses of the sockets that another process may open for this one.
  package var addresses: Set<String> = []

  /// - Parameters:
  ///   - permissions: What is allowed beyond what any process may do that checks plugins.
  ///   - directories: The plugin directories.
  ///   - libraries: The files of plugins and of the libraries that they need, with whose directories they are read.
  ///   - files: Further files to read, such as those of the settings.
  package init(
    _ permissions: Permissions, readingPluginsIn directories: [FilePath],
    libraries: [FilePath] = [], files: [FilePath] = []
  ) {
    let libraries = ProbeConfinement.readable(with: libraries)
    var confinement = Confinement(
      readable: ProbeConfinement.common.readable + directories + libraries
        + files, writable: ProbeConfinement.devices)
    confinement.allow(permissions.access)
    confinement.executable = Self.executable(permissions)
    confinement.ignoresReadPermissions = true
    confinement.runsServices = true
    confinement.limitsMemory = permissions.memory != nil
    self.confinement = confinement
    memory = permissions.memory
  }

  /// The sandbox of a process that may do everything, and whose use of the system is recorded.
  package static func recording(
    pluginsIn directories: [FilePath], libraries: [FilePath], files: [FilePath]
  ) -> RunSandbox {
    var sandbox = RunSandbox(
      Permissions(), readingPluginsIn: directories, libraries: libraries, files: files)
    sandbox.confinement.onlyRecords = true
    return sandbox
  }

  /// The programs with the dynamic linker, which Linux executes for them.
  private static func executable(_ permissions: Permissions) -> [FilePath] {
    guard !permissions.executable.isEmpty else { return [] }
    let linkers = LoadedLibraries.paths.map { FilePath($0) }
      .filter { $0.name.bytes.starts(with: "ld-".utf8) }
    return permissions.executable.sorted() + linkers
  }

  /// Confines this process. It can't be undone.
  ///
  /// - Parameter connection: The end of the connection of a `ConfinedProcess`; nil if nothing answers refused calls, which then
  ///   fail without a report.
  /// - Throws: If the system can't enforce all of it, or if this process has other threads. After a failure, the process may
  ///   be confined in part, and has to end.
  package func enter(over connection: Int32? = nil) throws(PermissionsError) {
    try enter(over: connection, on: ProbeSandbox.kernel)
  }

  /// - Parameter kernel: What is used of the kernel.
  func enter(
    over connection: Int32?, on kernel: KernelConfinement
  ) throws(PermissionsError) {
    let gaps = self.gaps(on: kernel)
    guard gaps.isEmpty else { throw PermissionsError(description: gaps.joined(separator: "; ")) }
    var kernel = kernel
    if connection == nil { kernel.announcesRefusals = false }
    do throws(ConfinementError) {
      let prepared = try confinement.prepared(on: kernel)
      if let listener = try Self.enforce(prepared) {
        try send(listener.number, over: connection)
      } else {
        try send(-1, over: connection)
      }
      try limitResources()
    } catch {
      throw PermissionsError(description: "\(error)")
    }
  }

  private func gaps(on kernel: KernelConfinement) -> [String] {
    guard confinement.onlyRecords else { return confinement.gaps(on: kernel).map { "\($0)" } }
    return kernel.filtersSystemCalls && kernel.announcesRefusals
      ? [] : ["no process can be announced the system calls of this one"]
  }

  /// The numbers of getrlimit(2): RLIMIT_DATA covers private mappings since Linux 4.7, but for stacks that grow.
  private static let (dataLimit, stackLimit, coreLimit): (UInt32, UInt32, UInt32) = (2, 3, 4)
  /// A stack without a limit gets this part of the memory, so that there is some for those of the threads in an executed
  /// program, which are as large.
  private static let stackPart = 16

  /// Limits the private memory of this process, and of each that it forks: of heaps, stacks and copied data. Core files, which
  /// have what plugins choose, stay as the operator limits them.
  private func limitResources() throws(ConfinementError) {
    guard !confinement.onlyRecords else { return }
    try Self.limit(Self.coreLimit) { $0 }
    guard let memory = memory.map(rlim_t.init) else { return }
    try Self.limit(Self.dataLimit) { min($0, memory) }
    try Self.limit(Self.stackLimit) { soft in
      soft == .max ? memory / rlim_t(Self.stackPart) : min(soft, memory)
    }
  }

  /// Changes the soft limit of a resource, above which no process can set it then.
  private static func limit(
    _ number: UInt32, _ change: (rlim_t) -> rlim_t
  ) throws(ConfinementError) {
    let resource = __rlimit_resource_t(number)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else {
      throw ConfinementError(.refusedCall("getrlimit"))
    }
    limit.rlim_cur = change(limit.rlim_cur)
    limit.rlim_max = limit.rlim_cur
    guard unsafe setrlimit(resource, &limit) == 0 else {
      throw ConfinementError(.refusedCall("setrlimit"))
    }
  }

  /// How long threads that have been joined may count as such, in milliseconds: the kernel removes them after that.
  private static let patience = 100

  private static func enforce(
    _ prepared: PreparedConfinement
  ) throws(ConfinementError) -> RefusalListener? {
    for _ in 0..<patience {
      do throws(ConfinementError) {
        return try prepared.enforce()
      } catch {
        guard error.code == .severalThreads else { throw error }
        usleep(1000)
      }
    }
    return try prepared.enforce()
  }

  /// Sends the listener away, as its holder decides what this process may do, and what it has to know to answer.
  private func send(_ listener: Int32, over connection: Int32?) throws(ConfinementError) {
    guard let connection else { return }
    let entered = EnteredSandbox(confinement: confinement, addresses: addresses)
    guard cprobe_send_descriptors(connection, 0, listener, -1) == 0,
      MessageStream.send(MessageStream.bytes(of: entered), to: connection, blocking: true)
        != nil
    else { throw ConfinementError(.refusedCall("sendmsg")) }
  }
}
