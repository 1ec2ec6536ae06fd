import CCleanseConfinement
import CleanseSupport

/// A confinement with its files opened and its filter compiled, so that a process applies it at once after a fork.
package final class PreparedConfinement: Sendable {
  package let confinement: Confinement
  package let kernel: KernelConfinement
  private let files: OpenedFiles
  private let ports: [cconfinement_port_rule]
  private let filter: SystemCallFilter?

  init(_ confinement: Confinement, on kernel: KernelConfinement) throws(ConfinementError) {
    let rights = LandlockRights(version: kernel.landlockVersion)
    self.confinement = confinement
    self.kernel = kernel
    filter =
      kernel.filtersSystemCalls
      ? try .compiled(for: SystemCallRules(confinement, on: kernel)) : nil
    files = try OpenedFiles(confinement, rights)
    ports = rights.handledPorts == 0 ? [] : Self.portRules(confinement)
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
  /// - Returns: The listener that has to be sent to an unconfined process that answers with a ``RefusalRecorder``; nil if
  ///   refusals can't be recorded, because the kernel does not announce them, or another filter announces its own.
  /// - Throws: If the process has several threads, and if the kernel refuses a step; the process then has to end.
  package func enforce() throws(ConfinementError) -> RefusalListener? {
    var listener: Int32 = -1
    var failed: UnsafePointer<CChar>?
    let result = unsafe withPlan { plan in
      unsafe cconfinement_enforce(plan, &listener, &failed)
    }
    let error = SystemError.last
    files.close()
    guard result == 0 else {
      if error.number == EBUSY { throw ConfinementError(.severalThreads, error) }
      let call = unsafe failed.map { unsafe String(cString: $0) } ?? "seccomp"
      throw ConfinementError(.refusedCall(call), error)
    }
    return listener < 0 ? nil : RefusalListener(listener)
  }

  private func withPlan(_ body: (UnsafePointer<cconfinement_plan>) -> Int32) -> Int32 {
    let rights = LandlockRights(version: kernel.landlockVersion)
    let rules = files.rules
    let instructions = filter?.instructions ?? []
    return unsafe rules.withUnsafeBufferPointer { rules in
      unsafe ports.withUnsafeBufferPointer { ports in
        unsafe instructions.withUnsafeBufferPointer { instructions in
          var plan = unsafe cconfinement_plan()
          unsafe plan.handled_files = rights.handled
          unsafe plan.handled_ports = rights.handledPorts
          unsafe plan.scopes = rights.scopes
          unsafe plan.file_rules = rules.baseAddress
          unsafe plan.file_rule_count = rules.count
          unsafe plan.own_proc_rights = files.ownProcessRights
          unsafe plan.port_rules = ports.baseAddress
          unsafe plan.port_rule_count = ports.count
          unsafe plan.filter = instructions.baseAddress
          unsafe plan.filter_count = instructions.count
          unsafe plan.own_process = SystemCallRules.ownProcess
          unsafe plan.listens = filter?.rules.announces ?? false
          unsafe plan.keeps_read_search = confinement.ignoresReadPermissions
          return unsafe body(&plan)
        }
      }
    }
  }
}
