// The folder confines the calling process, and reports what it was refused. `Confinement` says what a process may do;
// `prepared` opens the named files and compiles the filter of system calls (`SystemCallFilter`, from the rules in
// `SystemCallRules`), before a process is forked; `PreparedConfinement.enforce` applies both in it. An unconfined process
// gets the `RefusalListener`, and reads the refusals with a `RefusalRecorder`.
//
// The decision is that of the kernel alone: Landlock (landlock(7)) for files, ports, and signals, and the filter (seccomp(2))
// for what Landlock never covers, or not in this kernel's version. What is recorded is for messages.

package import CleanseSupport

/// What a confined process may do; everything else is refused.
///
/// What it has opened before stays open, such as its standard streams; pipes and files in memory among that can be opened
/// again for both reading and writing, and the flags of a stream, such as O_NONBLOCK, are those of all its users. It may map
/// memory as executable, create threads, read the clock, and lock files that it may read, and it sees the names and metadata
/// of all files that its user sees, which Landlock does not cover.
///
/// It should have no terminal, or a process group of its own: in the background, a read from a terminal stops the whole
/// group (SIGTTIN), of which the process that started it may be one.
package struct Confinement: Hashable, Sendable, Codable {
  /// The files, and the directories below which every file may be read. `/proc/self` is the directory of the confined
  /// process, and a path below it grants all of that. A path without a file grants nothing.
  package var readable: [FilePath]
  /// The files that may be read and written, and the directories below which files may also be created and removed.
  package var writable: [FilePath]
  /// The programs that may be executed, and the directories of such programs. Their dynamic linker has to be named, too,
  /// which executes every program that may be read.
  package var executable: [FilePath] = []
  /// The TCP ports of any address to which it may connect.
  package var connectPorts: Set<UInt16> = []
  /// The TCP ports on which it may listen.
  package var bindPorts: Set<UInt16> = []
  /// Whether it may resolve host names, for which it may send datagrams to any address, and receive them on any port.
  package var resolvesNames = false
  /// Whether it may fork. Its children are confined in the same way.
  package var forks = true
  /// Whether a process of root keeps the right to read files whatever their permissions are (`CAP_DAC_READ_SEARCH`), such
  /// as those in a private home directory. It applies only to what is readable or writable here.
  package var ignoresReadPermissions = false
  /// Whether it goes on for long, as one with services does: it may accept connections on the sockets that it has inherited, and
  /// a signal that the kernel decides about is not announced, so that it can end its processes although nothing answers any more.
  package var runsServices = false
  /// Whether its memory is limited, so that it may have no mappings that grow like a stack, which the limit does not count.
  package var limitsMemory = false
  /// Whether it may do everything, and only announces what it uses: see ``AccessRecorder``.
  package var onlyRecords = false

  package init(readable: [FilePath] = [], writable: [FilePath] = []) {
    self.readable = readable
    self.writable = writable
  }

  /// Opens the files that it names, and compiles the filter, unless an equal one has been compiled in this process.
  ///
  /// - Parameters:
  ///   - kernel: What is used of the kernel.
  ///   - shared: Further files, of another confinement for the same kernel.
  package func prepared(
    on kernel: KernelConfinement = .current, sharing shared: OpenedFiles? = nil
  ) throws(ConfinementError) -> PreparedConfinement {
    try PreparedConfinement(self, on: kernel, sharing: shared)
  }

  /// What this kernel can't enforce of it.
  package func gaps(on kernel: KernelConfinement = .current) -> [ConfinementGap] {
    var gaps: [ConfinementGap] = []
    if kernel.landlockVersion == 0 { gaps.append(.files) }
    if !kernel.filtersSystemCalls {
      gaps.append(.systemCalls)
    } else if !kernel.announcesRefusals {
      gaps.append(.processes)
    }
    let hasPorts = !connectPorts.isEmpty || !bindPorts.isEmpty
    if hasPorts, kernel.landlockVersion < 4 { gaps.append(.ports) }
    return gaps
  }
}
