import CCleanseConfinement
import CleanseSupport
import Synchronization

/// The files that a confinement names, opened, with the rights to them.
final class OpenedFiles: Sendable {
  /// The rights to the directory of the process in `/proc`, which only the confined process itself can open.
  let ownProcessRights: UInt64
  private let opened: Mutex<[cconfinement_file_rule]>

  init(_ confinement: Confinement, _ rights: LandlockRights) throws(ConfinementError) {
    let named =
      rights.handled == 0
      ? []
      : confinement.readable.map { ($0, rights.reading) }
        + confinement.writable.map { ($0, rights.writing) }
        + confinement.executable.map { ($0, rights.executing) }
    let isOwn = named.map { Self.isOfOwnProcess($0.0) }
    ownProcessRights = zip(named, isOwn).reduce(0) { $1.1 ? $0 | $1.0.1 : $0 }
    var rules: [cconfinement_file_rule] = []
    do throws(ConfinementError) {
      for ((path, granted), isOwn) in zip(named, isOwn) where !isOwn {
        if let rule = try Self.rule(path, granted, rights) { rules.append(rule) }
      }
    } catch {
      Self.close(rules)
      throw error
    }
    opened = Mutex(rules)
  }

  deinit {
    close()
  }

  var rules: [cconfinement_file_rule] { opened.withLock { $0 } }

  func close() {
    opened.withLock { rules in
      Self.close(rules)
      rules = []
    }
  }

  private static func close(_ rules: [cconfinement_file_rule]) {
    for rule in rules { Glibc.close(rule.file) }
  }

  private static func isOfOwnProcess(_ path: FilePath) -> Bool {
    path.isWithin("/proc/self") || path.isWithin("/proc/thread-self")
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
