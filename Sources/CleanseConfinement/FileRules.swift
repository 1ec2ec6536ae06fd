import CCleanseConfinement
import CleanseSupport

/// The files that a confinement names, opened, with the rights to them. The owner of the value closes them.
struct FileRules {
  private(set) var rules: [cconfinement_file_rule] = []
  /// The rights to the directory of the process in `/proc`, which only the confined process itself can open.
  private(set) var ownProcessRights: UInt64 = 0

  /// - Throws: If a file can't be opened; none is open then.
  init(_ confinement: Confinement, _ rights: LandlockRights) throws(ConfinementError) {
    guard rights.handled != 0 else { return }
    let granted = [
      (confinement.readable, rights.reading), (confinement.writable, rights.writing),
      (confinement.executable, rights.executing),
    ]
    do throws(ConfinementError) {
      for (paths, granted) in granted {
        for path in paths { try add(path, granted, rights) }
      }
    } catch {
      for rule in rules { close(rule.file) }
      throw error
    }
  }

  private mutating func add(
    _ path: FilePath, _ granted: UInt64, _ rights: LandlockRights
  ) throws(ConfinementError) {
    if path.isWithin("/proc/self") || path.isWithin("/proc/thread-self") {
      ownProcessRights |= granted
    } else if let rule = try Self.rule(path, granted, rights) {
      rules.append(rule)
    }
  }

  /// Returns nil for a file that is missing, or that the process can't reach whether it is confined or not.
  private static func rule(
    _ path: FilePath, _ granted: UInt64, _ rights: LandlockRights
  ) throws(ConfinementError) -> cconfinement_file_rule? {
    guard !path.containsNull else { throw ConfinementError(.unopenable(path), .invalid) }
    var isDirectory = false
    let file = unsafe cconfinement_open(path.cString, &isDirectory)
    if file < 0, [ENOENT, ENOTDIR, EACCES].contains(errno) { return nil }
    guard file >= 0 else { throw ConfinementError(.unopenable(path)) }
    return cconfinement_file_rule(
      file: file, rights: isDirectory ? granted : rights.ofFile(granted))
  }
}
