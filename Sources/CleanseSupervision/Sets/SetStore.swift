import CleanseCrypto
import CleanseSupport

/// The private copies of plugins of a supervisor: each set in a directory of its own, below one that is locked as long as the
/// supervisor runs. Those of supervisors that were killed are removed when the next one starts.
final class SetStore {
  /// The reason why there is no directory for the copies.
  struct Failure: Error {
    let lines: [String]
  }

  /// The beginning of the name of a supervisor's directory.
  static let prefix = "cleanse-serve-"
  /// The flag of a file system that is mounted with `noexec`. (bits/statvfs.h, which declares it only for C.)
  private static let noExecution: UInt = 8

  /// The directory of this supervisor, without symbolic links.
  let directory: FilePath
  /// What to log: directories that could not be used, or not be removed.
  private(set) var warnings: [String] = []
  private var lock: Int32 = -1
  private var numbers: Set<SetNumber> = []

  /// Creates the directory in the first one of these in which that is possible.
  ///
  /// - Parameters:
  ///   - parents: The directories to create it in.
  ///   - weaknesses: The ways in which other users can change what is in a directory.
  init(in parents: [FilePath], weaknesses: (FilePath) -> [String]) throws(Failure) {
    var failures: [String] = []
    for parent in parents {
      do throws(Failure) {
        (directory, lock) = try Self.create(in: parent, weaknesses)
        warnings = failures.map { "\($0); \(parent) is used for the copies of plugins" }
        removeAbandoned(in: parent)
        return
      } catch {
        failures += error.lines
      }
    }
    throw Failure(
      lines: ["there is no directory for the copies of plugins: pass one with --state-directory"]
        + failures)
  }

  /// Takes over the directory of another program, with the sets that are in use there.
  init(taking handover: SupervisorHandover.Directory, _ sets: Set<SetNumber>) {
    (directory, lock, numbers) = (handover.path, handover.lock, sets)
  }

  deinit {
    close(lock)
  }

  /// What is handed over.
  var handover: SupervisorHandover.Directory { .init(path: directory, lock: lock) }

  private static func create(
    in parent: FilePath, _ weaknesses: (FilePath) -> [String]
  ) throws(Failure) -> (FilePath, lock: Int32) {
    for directory in parent.prefixes { unsafe mkdir(directory.cString, 0o700) }
    let name = Self.prefix + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let path = parent.appending(name)
    guard unsafe mkdir(path.cString, 0o700) == 0 else {
      throw Failure(lines: ["plugins can't be copied to \(parent): \(SystemError.last)"])
    }
    do throws(Failure) {
      return try (usable(path, weaknesses), locked(path))
    } catch {
      unsafe rmdir(path.cString)
      throw error
    }
  }

  /// The directory without symbolic links.
  ///
  /// - Throws: If plugins can't be loaded from there, or other users could change them.
  private static func usable(
    _ directory: FilePath, _ weaknesses: (FilePath) -> [String]
  ) throws(Failure) -> FilePath {
    guard let resolved = SystemPath.resolved(directory) else {
      throw Failure(lines: ["plugins can't be copied to \(directory): \(SystemError.last)"])
    }
    // The dynamic linker would expand it.
    guard resolved.validText != nil, !resolved.bytes.contains(UInt8(ascii: "$")) else {
      throw Failure(
        lines: ["plugins can't be copied to \(resolved): its path has a `$`, or is not UTF-8"])
    }
    var status = statvfs()
    guard unsafe statvfs(resolved.cString, &status) == 0,
      UInt(status.f_flag) & noExecution == 0
    else {
      throw Failure(
        lines: [
          "plugins can't be loaded from \(resolved.removingLastComponent): its file system forbids to execute files (noexec)"
        ])
    }
    let weak = weaknesses(resolved)
    guard weak.isEmpty else {
      throw Failure(
        lines: ["plugins can't be copied to \(resolved): other users could change them"] + weak)
    }
    return resolved
  }

  private static func locked(_ directory: FilePath) throws(Failure) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(directory.cString, flags)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      if descriptor >= 0 { close(descriptor) }
      throw Failure(lines: ["can't lock \(directory): \(error)"])
    }
    return descriptor
  }

  /// Removes the directories of supervisors that do not run any more.
  private func removeAbandoned(in parent: FilePath) {
    let names = ((try? Directory.entries(in: parent)) ?? []).filter {
      $0.bytes.starts(with: Self.prefix.utf8)
    }
    for path in names.map({ parent.appending($0) }) where path.name != directory.name {
      var status = stat()
      // Those of other users are theirs.
      guard unsafe lstat(path.cString, &status) == 0, UserIdentity.current.isSelf(status.st_uid),
        let lock = try? Self.locked(path)
      else { continue }
      remove(path)
      close(lock)
    }
  }

  private func remove(_ path: FilePath) {
    do throws(SystemError) {
      try Directory.removeTree(at: path)
    } catch {
      // It may have been removed by hand.
      if error.number != ENOENT { warnings.append("can't remove \(path): \(error)") }
    }
  }

  /// Creates the directory again if it was removed; the copies in it are lost.
  func restore() {
    var status = stat()
    guard unsafe lstat(directory.cString, &status) != 0, SystemError.last.number == ENOENT else {
      return
    }
    for parent in directory.removingLastComponent.prefixes { unsafe mkdir(parent.cString, 0o700) }
    do throws(Failure) {
      guard unsafe mkdir(directory.cString, 0o700) == 0 else {
        throw Failure(lines: ["\(SystemError.last)"])
      }
      let new = try Self.locked(directory)
      close(lock)
      lock = new
      warnings.append("\(directory) was removed, and is created again; the copies in it are lost")
    } catch {
      warnings.append("\(directory) was removed: " + error.lines.joined(separator: ": "))
    }
  }

  /// The directory of a set. That of a new one is created by its worker.
  func directory(of number: SetNumber) -> FilePath {
    restore()
    numbers.insert(number)
    return directory.appending("\(number.rawValue)")
  }

  /// The file that describes an island of a set.
  func description(of island: String, in number: SetNumber) -> FilePath {
    directory.appending("\(number.rawValue)").appending("island-" + Self.fileName(of: island))
  }

  /// A name of a file for an island, whose name can have any characters.
  static func fileName(of island: String) -> String {
    String("\(ContentDigest(of: island.utf8))".suffix(32))
  }

  /// Writes what describes an island of a set.
  func describe(_ island: String, in number: SetNumber, as text: String) {
    let file = description(of: island, in: number)
    // A process that starts again may read the one before.
    let new = FilePath(bytes: file.bytes + Array(".new".utf8))
    do throws(SystemError) {
      let descriptor = unsafe open(new.cString, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
      defer { close(descriptor) }
      try writeAll(Array(text.utf8), to: descriptor)
      guard unsafe rename(new.cString, file.cString) == 0 else { throw .last }
    } catch {
      warnings.append("can't write \(file): \(error)")
    }
  }

  /// Removes all sets but these.
  func keepOnly(_ used: Set<SetNumber>) {
    for number in numbers.subtracting(used) { remove(directory.appending("\(number.rawValue)")) }
    numbers.formIntersection(used)
  }

  /// Removes all copies, at the end of the supervisor.
  func remove() {
    remove(directory)
  }

  /// Returns what is to be logged, once.
  func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }
}
