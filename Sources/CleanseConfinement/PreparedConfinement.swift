import CCleanseConfinement
import CleanseSupport

/// A confinement with its files opened and its filter compiled, so that a process applies it at once after a fork.
///
/// All of it is in memory that C reads: what Swift's runtime does for the first time, it would do again in each process.
@safe package final class PreparedConfinement: @unchecked Sendable {
  package let confinement: Confinement
  package let kernel: KernelConfinement
  // Safety: only `init` and `enforce` write to them, and `enforce` fails before that in a process with several threads.
  private let plan: UnsafeMutablePointer<cconfinement_plan>
  private let files: UnsafeMutableBufferPointer<cconfinement_file_rule>
  private let ports: UnsafeMutableBufferPointer<cconfinement_port_rule>
  private let filter: UnsafeMutableBufferPointer<cconfinement_instruction>

  init(_ confinement: Confinement, on kernel: KernelConfinement) throws(ConfinementError) {
    let rights = LandlockRights(version: kernel.landlockVersion)
    let rules = SystemCallRules(confinement, on: kernel)
    let instructions =
      kernel.filtersSystemCalls ? try SystemCallFilter.compiled(for: rules).instructions : []
    let opened = try FileRules(confinement, rights)
    self.confinement = confinement
    self.kernel = kernel
    unsafe files = Self.stored(opened.rules)
    unsafe ports = Self.stored(rights.handledPorts == 0 ? [] : Self.portRules(confinement))
    unsafe filter = Self.stored(instructions)
    unsafe plan = .allocate(capacity: 1)
    unsafe plan.initialize(
      to: cconfinement_plan(
        handled_files: rights.handled, handled_ports: rights.handledPorts, scopes: rights.scopes,
        file_rules: files.baseAddress, file_rule_count: files.count,
        own_proc_rights: opened.ownProcessRights,
        port_rules: ports.baseAddress, port_rule_count: ports.count,
        filter: filter.baseAddress, filter_count: filter.count,
        own_process: SystemCallRules.ownProcess, listens: rules.announces,
        keeps_read_search: confinement.ignoresReadPermissions))
  }

  deinit {
    unsafe cconfinement_close(plan)
    unsafe plan.deallocate()
    unsafe files.deallocate()
    unsafe ports.deallocate()
    unsafe filter.deallocate()
  }

  private static func stored<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element>
  {
    let stored = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = unsafe stored.initialize(from: elements)
    return unsafe stored
  }

  private static func portRules(_ confinement: Confinement) -> [cconfinement_port_rule] {
    confinement.connectPorts.union(confinement.bindPorts).map { port in
      let connects = confinement.connectPorts.contains(port) ? CCONFINEMENT_CONNECT_TCP : 0
      let binds = confinement.bindPorts.contains(port) ? CCONFINEMENT_BIND_TCP : 0
      return cconfinement_port_rule(port: port, rights: connects | binds)
    }
  }

  /// Confines the calling process and all its later children. It can't be undone.
  ///
  /// It drops all capabilities, and closes the opened files, so it can be called once in a process.
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
