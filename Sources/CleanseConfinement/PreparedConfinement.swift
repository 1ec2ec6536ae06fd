import CCleanseConfinement
import CleanseSupport

/// A confinement with its rules in the kernel and its filter compiled, so that a process applies it at once after a fork.
///
/// All of it is in memory that C reads: what Swift's runtime does for the first time, it would do again in each process.
@safe package final class PreparedConfinement: @unchecked Sendable {
  package let confinement: Confinement
  package let kernel: KernelConfinement
  // Safety: only `init` and `enforce` write to them, and `enforce` fails before that in a process with several threads.
  private let plan: UnsafeMutablePointer<cconfinement_plan>
  private let filter: UnsafeMutableBufferPointer<cconfinement_instruction>
  /// Descriptors of files below `/proc`, which stay open in the process once it is confined. The shared ones are open in another
  /// process.
  private let keptOpen: [Int32]

  init(
    _ confinement: Confinement, on kernel: KernelConfinement, sharing shared: OpenedFiles?
  ) throws(ConfinementError) {
    let rights = LandlockRights(version: confinement.onlyRecords ? 0 : kernel.landlockVersion)
    let rules = SystemCallRules(confinement, on: kernel)
    let instructions =
      kernel.filtersSystemCalls ? try SystemCallFilter.compiled(for: rules).instructions : []
    let files = [try OpenedFiles(confinement, on: kernel)] + [shared].compactMap(\.self)
    let ruleset = rights.handled == 0 ? -1 : try Ruleset.make(files, confinement, rights)
    keptOpen = files[0].rules.filter(\.isInProc).map { fcntl($0.file, F_DUPFD_CLOEXEC, 0) }
    self.confinement = confinement
    self.kernel = kernel
    unsafe filter = Self.stored(instructions)
    unsafe plan = .allocate(capacity: 1)
    unsafe plan.initialize(
      to: cconfinement_plan(
        ruleset: ruleset, own_proc_rights: files.reduce(0) { $0 | $1.ownProcessRights },
        filter: filter.baseAddress, filter_count: filter.count,
        own_process: SystemCallRules.ownProcess, listens: rules.announces,
        keeps_capabilities: confinement.onlyRecords,
        keeps_read_search: confinement.ignoresReadPermissions))
  }

  deinit {
    if descriptor != nil { keptOpen.filter { $0 >= 0 }.forEach { close($0) } }
    unsafe cconfinement_close(plan)
    unsafe plan.deallocate()
    unsafe filter.deallocate()
  }

  private static func stored<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element>
  {
    let stored = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = unsafe stored.initialize(from: elements)
    return unsafe stored
  }

  /// The number of the descriptor that has to stay open until it is enforced; nil if there is none.
  package var descriptor: Int32? { unsafe plan.pointee.ruleset < 0 ? nil : plan.pointee.ruleset }

  /// Confines the calling process and all its later children. It can't be undone.
  ///
  /// It drops all capabilities, and closes its descriptor, so it can be called once in a process.
  ///
  /// - Returns: The listener that has to be sent to an unconfined process that answers with a ``RefusalRecorder``; nil if the
  ///   kernel does not announce refusals.
  /// - Throws: If the process has several threads, and if the kernel refuses a step; the process then has to end.
  package func enforce() throws(ConfinementError) -> RefusalListener? {
    var listener: Int32 = -1
    var failed: UnsafePointer<CChar>?
    let result = unsafe cconfinement_enforce(plan, &listener, &failed)
    guard result == 0 else {
      let error = SystemError.last
      guard let failed = unsafe failed else { throw ConfinementError(.severalThreads, error) }
      let call = unsafe String(cString: failed)
      throw ConfinementError(.refusedCall(call), error)
    }
    return listener < 0 ? nil : RefusalListener(listener)
  }
}
