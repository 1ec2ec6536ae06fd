import CCleanseConfinement
import CleanseSupport

/// The files that a confinement names, opened, with the rights to them.
///
/// They can be shared by the confinements of several processes, as opening a hundred files takes longer than all other steps of a
/// confinement.
package final class OpenedFiles: Sendable {
  /// An open file, or a directory with everything below.
  struct Rule {
    let file: Int32
    let rights: UInt64
    /// Whether it is a file of the kernel below `/proc`, where a rule is lost when nothing has the file open any longer.
    let isInProc: Bool
  }

  let rules: [Rule]
  /// The rights to the directory of the process in `/proc`, which only the confined process itself can open.
  let ownProcessRights: UInt64

  /// - Throws: If a file can't be opened; none is open then.
  package init(
    _ confinement: Confinement, on kernel: KernelConfinement = .current
  ) throws(ConfinementError) {
    let rights = LandlockRights(version: kernel.landlockVersion)
    var opening = Opening(rights: rights, announces: kernel.announcesRefusals)
    do throws(ConfinementError) {
      if rights.handled != 0 {
        try opening.add(confinement.readable, rights.reading)
        try opening.add(confinement.writable, rights.writing)
        try opening.add(confinement.executable, rights.executing)
      }
    } catch {
      opening.rules.forEach { close($0.file) }
      throw error
    }
    (rules, ownProcessRights) = (opening.rules, opening.ownProcessRights)
  }

  deinit {
    rules.forEach { close($0.file) }
  }
}

/// The files that have been opened so far.
private struct Opening {
  let rights: LandlockRights
  /// Whether a recorder gives the process the states of its threads.
  let announces: Bool
  var rules: [OpenedFiles.Rule] = []
  var ownProcessRights: UInt64 = 0

  mutating func add(_ paths: [FilePath], _ granted: UInt64) throws(ConfinementError) {
    for path in paths {
      if path.isWithin("/proc/self") || path.isWithin("/proc/thread-self") {
        ownProcessRights |= granted
        if !announces, let rule = try rule("/proc", granted & rights.reading) {
          rules.append(rule)
        }
      } else if let rule = try rule(path, granted) {
        rules.append(rule)
      }
    }
  }

  /// Returns nil for a file that is missing, or that the process can't reach whether it is confined or not.
  private func rule(
    _ path: FilePath, _ granted: UInt64
  ) throws(ConfinementError) -> OpenedFiles.Rule? {
    guard !path.containsNull else { throw ConfinementError(.unopenable(path), .invalid) }
    var isDirectory = false
    let file = unsafe cconfinement_open(path.cString, &isDirectory)
    if file < 0, [ENOENT, ENOTDIR, EACCES].contains(errno) { return nil }
    guard file >= 0 else { throw ConfinementError(.unopenable(path)) }
    return OpenedFiles.Rule(
      file: file, rights: isDirectory ? granted : rights.ofFile(granted),
      isInProc: path.isWithin("/proc"))
  }
}
