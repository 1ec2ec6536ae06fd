import CCleanseConfinement
import CleanseSupport

/// The rules of Landlock in the kernel, which a process then puts itself under. (landlock(7).)
enum Ruleset {
  /// Returns a descriptor, which the caller closes.
  ///
  /// - Throws: If the kernel refuses a call; nothing is open then.
  static func make(
    _ files: [OpenedFiles], _ confinement: Confinement, _ rights: LandlockRights
  ) throws(ConfinementError) -> Int32 {
    let ruleset = cconfinement_ruleset(rights.handled, rights.handledPorts, rights.scopes)
    guard ruleset >= 0 else { throw ConfinementError(.refusedCall("landlock_create_ruleset")) }
    do throws(ConfinementError) {
      for opened in files { try add(opened, to: ruleset) }
      if rights.handledPorts != 0 { try add(portsOf: confinement, to: ruleset) }
      return ruleset
    } catch {
      close(ruleset)
      throw error
    }
  }

  private static func add(_ files: OpenedFiles, to ruleset: Int32) throws(ConfinementError) {
    for rule in files.rules {
      try check(cconfinement_add_file(ruleset, rule.file, rule.rights))
    }
    // Nothing else keeps the files open.
    withExtendedLifetime(files) {}
  }

  private static func add(
    portsOf confinement: Confinement, to ruleset: Int32
  ) throws(ConfinementError) {
    for port in confinement.connectPorts.union(confinement.bindPorts) {
      let connects = confinement.connectPorts.contains(port) ? CCONFINEMENT_CONNECT_TCP : 0
      let binds = confinement.bindPorts.contains(port) ? CCONFINEMENT_BIND_TCP : 0
      try check(cconfinement_add_port(ruleset, port, connects | binds))
    }
  }

  private static func check(_ result: Int32) throws(ConfinementError) {
    guard result == 0 else { throw ConfinementError(.refusedCall("landlock_add_rule")) }
  }
}
