import CCleanseConfinement
package import CleanseSupport

/// Answers the announced calls of a confined process, in an unconfined one, and returns what was refused.
///
/// A call that Landlock decides continues in the kernel, but one that opens the state of an own thread gets it from here; every
/// other fails with EPERM. While a call waits for its answer, the
/// process does, so `next` has to be called whenever the listener is readable, until the process has ended.
package struct RefusalRecorder: ~Copyable {
  private let listener: RefusalListener
  private let rules: SystemCallRules
  private let writable: [FilePath]
  private let executable: [FilePath]
  /// The paths that the confinement names and that lead to no file, so that they are in none of its rules.
  private let missing: [FilePath]
  /// What can be read without waiting for a server that does not answer.
  private let links: CachedLinks

  /// - Parameters:
  ///   - listener: What `enforce` has returned in the confined process.
  ///   - confinement: The confinement of the process.
  ///   - kernel: What it was prepared on.
  package init(
    _ listener: consuming RefusalListener, of confinement: Confinement,
    on kernel: KernelConfinement = .current
  ) {
    self.listener = listener
    rules = SystemCallRules(confinement, on: kernel)
    writable = confinement.writable.flatMap(Self.withTarget)
    executable = confinement.executable.flatMap(Self.withTarget)
    let granted = Set(writable)
    missing = confinement.writable.filter { !granted.contains($0) }
    links = CachedLinks(beside: confinement.readable + confinement.writable)
  }

  /// The path and, if it has symbolic links, what it leads to; nothing if that is no file.
  private static func withTarget(_ path: FilePath) -> [FilePath] {
    SystemPath.resolved(path).map { [path, $0] } ?? []
  }

  /// The number of the descriptor to wait on; it is readable when a call waits.
  package var number: Int32 { listener.number }

  /// What became of an attempt to read an announced call.
  package enum Event: Hashable, Sendable {
    /// A call was answered; nil if it is no finding.
    case answered(Refusal?)
    /// No call waits now.
    case idle
    /// No confined process is left.
    case ended
  }

  /// Answers the next call that waits. It does not block.
  ///
  /// - Parameter isOfInterest: Whether an attempt is a finding if it was refused. That is not found out for others, as it takes far
  ///   longer than the answer.
  package func next(reporting isOfInterest: (Refusal) -> Bool = { _ in true }) -> Event {
    var call = cconfinement_call()
    switch unsafe cconfinement_next_call(listener.number, &call) {
    case 1: return .answered(answer(AnnouncedCall(call), isOfInterest))
    case 0: return .idle
    default: return .ended
    }
  }

  /// Answers the calls that wait, up to a limit, as a process can make them faster than they are answered.
  ///
  /// - Returns: The refusals, and whether no confined process is left.
  package func pending(limit: Int = 64) -> (refusals: [Refusal], isEnded: Bool) {
    var refusals: [Refusal] = []
    for _ in 0..<limit {
      switch next() {
      case .answered(let refusal): refusals += [refusal].compactMap(\.self)
      case .idle: return (refusals, false)
      case .ended: return (refusals, true)
      }
    }
    return (refusals, false)
  }

  private func answer(_ call: AnnouncedCall, _ isOfInterest: (Refusal) -> Bool) -> Refusal? {
    if let file = call.stateOfOwnThread, give(file, to: call) { return nil }
    let attempt = call.attempt
    // What was read is that of the process only if the call still waits. (seccomp_unotify(2).)
    let isCurrent = cconfinement_still_waits(listener.number, call.identifier)
    let continues = rules.isDecidedByLandlock(call.name, call.arguments)
    let isFinding =
      isCurrent && !call.onlyReads && isOfInterest(attempt) && !isGranted(call)
      && !call.isQuiet
    if continues {
      cconfinement_continue(listener.number, call.identifier)
    } else {
      cconfinement_refuse(listener.number, call.identifier, EPERM)
    }
    return isFinding ? attempt : nil
  }

  /// Opens a file in this process, as the result of the call. What the process may have changed in its memory since then has no
  /// effect.
  private func give(_ path: FilePath, to call: AnnouncedCall) -> Bool {
    let file = unsafe open(path.cString, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return cconfinement_give(listener.number, call.identifier, file)
  }

  /// The path that the confinement names for it, and that it does not allow because there was no such file when the process was
  /// confined; nil if there is none.
  package func missingPath(for refusal: Refusal) -> FilePath? {
    switch refusal {
    case .write(let path?), .removal(let path?):
      let presumed = links.resolved(path)
      return missing.first { path.isWithin($0) || presumed?.isWithin($0) == true }
    default: return nil
    }
  }

  /// Whether Landlock allows it, judged by the names alone.
  private func isGranted(_ call: AnnouncedCall) -> Bool {
    switch call.attempt {
    case .write(let path?), .removal(let path?): isPath(path, of: call, within: writable)
    case .execution(let path?): isPath(path, of: call, within: executable)
    default: false
    }
  }

  private func isPath(
    _ path: FilePath, of call: AnnouncedCall, within granted: [FilePath]
  ) -> Bool {
    guard !granted.isEmpty, let name = path.lastComponent else { return false }
    // The entry of a directory, which may be a link to anywhere.
    let isEntry = !call.followsLastLink && name != "." && name != ".."
    let file = isEntry ? path.removingLastComponent : path
    func isWithin(_ file: FilePath) -> Bool {
      let file = isEntry ? file.appending(name) : file
      return granted.contains { file.isWithin($0) }
    }
    if let resolved = Self.resolved(file) { return isWithin(resolved) }
    guard let presumed = links.resolved(file, by: call.thread) else { return true }
    return isWithin(presumed) && !Self.isPath(presumed, leaving: granted)
  }

  /// Whether a path below a granted directory leads out of it, for a path that the kernel does not have in memory, as on a busy
  /// machine.
  private static func isPath(_ path: FilePath, leaving granted: [FilePath]) -> Bool {
    granted.contains { directory in
      guard directory != path, path.isWithin(directory) else { return false }
      return unsafe cconfinement_leaves(directory.cString, path.cString)
    }
  }

  /// The path without symbolic links, if the kernel knows it without asking a file system. The confined process chooses the
  /// path, and one on a server that does not answer would stop this process.
  private static func resolved(_ path: FilePath) -> FilePath? {
    let file = unsafe cconfinement_open_cached(path.cString)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return SystemPath.target(ofLink: FilePath("/proc/self/fd/\(file)"))
  }
}
