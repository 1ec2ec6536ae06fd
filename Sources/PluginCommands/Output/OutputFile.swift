import CleansePlugin
import CleanseSupport
import Glibc

/// Where a result goes: to standard output, or into a file that is there as a whole or not at all.
struct OutputFile: Hashable, Sendable {
  /// What a name leads to.
  private enum Place: Hashable, Sendable {
    case standardOutput
    /// Something that takes what is written and keeps no file: a pipe, a device.
    case stream(String)
    /// A regular file, or none yet: its path without symbolic links.
    case file(String)
  }

  /// What errors call it.
  let name: String
  private let place: Place

  /// The standard output.
  static let standardOutput = OutputFile(name: "standard output", place: .standardOutput)

  private init(name: String, place: Place) {
    (self.name, self.place) = (name, place)
  }

  /// What the value of `--output` means: `-`, or none at all, is standard output.
  ///
  /// - Throws: A ``HostFailure`` where it is known before any work that nothing can be written there.
  init(_ path: String?) throws(HostFailure) {
    guard let path, !Self.namesOfStandardOutput.contains(path) else {
      self = .standardOutput
      return
    }
    self.init(name: path, place: try Self.place(of: path))
  }

  /// What else leads there. While plugins may print, descriptor 1 leads elsewhere.
  private static let namesOfStandardOutput: Set = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  var isStandardOutput: Bool { place == .standardOutput }

  /// Whatever they are called, equal ones are one file.
  static func == (left: OutputFile, right: OutputFile) -> Bool { left.place == right.place }

  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }

  /// Writes one result.
  func write(_ text: String, in surroundings: Surroundings) throws {
    try Self.write([(self, text)], in: surroundings)
  }

  /// Writes several results of one run: every file first gets its text under another name, and only
  /// when all of them have theirs do they take their places. What goes to streams comes last.
  ///
  /// - Throws: A ``HostFailure``, or a `StreamError` of a stream.
  static func write(
    _ results: [(file: OutputFile, text: String)], in surroundings: Surroundings
  ) throws {
    let drafts = try results.map { file, text in try file.draft(text) }
    for (result, draft) in zip(results, drafts) { try result.file.putInPlace(draft) }
    for (file, text) in results {
      switch file.place {
      case .file: break
      case .stream(let path): try file.write(text, toStream: path)
      case .standardOutput: try surroundings.write(text)
      }
    }
  }

  /// A draft of the file, with all of its text; nothing for what is no file.
  private func draft(_ text: String) throws(HostFailure) -> FileDraft? {
    guard case .file(let path) = place else { return nil }
    do throws(SystemError) {
      let draft = try FileDraft(for: path, mode: 0o666)
      // What replaces a file may be read by those who could read it before.
      draft.takePermissions(of: path)
      try draft.finish(Array(text.utf8))
      return draft
    } catch {
      throw HostFailure(unwritable: name, error)
    }
  }

  private func putInPlace(_ draft: FileDraft?) throws(HostFailure) {
    guard let draft, case .file(let path) = place else { return }
    do throws(SystemError) {
      try draft.putInPlace(as: path)
    } catch {
      throw HostFailure(unwritable: name, error)
    }
  }

  private func write(_ text: String, toStream path: String) throws {
    // Behind /dev may be a file that somebody else writes to as well.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw HostFailure(unwritable: name, .last) }
    defer { close(descriptor) }
    try FileDescriptorSink(descriptor, name: name).write(text)
  }
}

extension OutputFile {
  private static func place(of path: String) throws(HostFailure) -> Place {
    // What lies there is the process's own, and not to be replaced by a file.
    if ["/dev/", "/proc/"].contains(where: path.hasPrefix) { return .stream(path) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .file(try newFile(at: path, .last)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw HostFailure(
        "can't write to \(path): it is a directory",
        hints: ["name a file in it, as in \(path.hasSuffix("/") ? path : path + "/")report"])
    default: return .stream(path)
    }
    // To replace it, the system would only ask for the directory.
    guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0, let target = resolved(path)
    else {
      throw HostFailure(unwritable: path, .last)
    }
    return .file(target)
  }

  /// The path of a file that is not there yet, in a directory that is.
  private static func newFile(
    at path: String, _ error: SystemError
  ) throws(HostFailure) -> String {
    guard error.number == ENOENT else { throw HostFailure(unwritable: path, error) }
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else {
      throw HostFailure(
        "can't write to \(path): it is a symbolic link that leads to no file",
        hints: ["remove it, or make what it leads to"])
    }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let parent = resolved(directory), !name.isEmpty else {
      throw HostFailure(
        "can't write to \(path): there is no directory \(name.isEmpty ? path : directory)",
        hints: ["make it, or name another file"])
    }
    return "\(parent == "/" ? "" : parent)/\(name)"
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

extension HostFailure {
  /// A file that the system doesn't let us write.
  init(unwritable name: String, _ error: SystemError) {
    let isForbidden = [EACCES, EPERM, EROFS, EBUSY].contains(error.number)
    self.init(
      "can't write to \(name): \(error)",
      hints: isForbidden
        ? ["the file and its directory have to be writable: it is replaced as a whole"] : [])
  }
}

extension Option {
  /// For every command whose result people keep.
  static let output = Option(
    "output", placeholder: "FILE", "Write to FILE instead of standard output")
}
