import CleansePlugin
import Glibc

/// A file of which all is written, under another name in the directory that it is meant for. It is
/// gone with this object unless it was put in place.
///
/// What a process that was killed leaves behind has a name with a leading dot.
final class OutputDraft {
  private let name: String
  private let target: String
  private let path: String
  private var isInPlace = false

  /// - Parameters:
  ///   - target: The path without symbolic links.
  ///   - name: What errors call the file.
  /// - Throws: A ``HostFailure``; nothing is left behind then.
  init(of text: String, for target: String, name: String) throws {
    self.name = name
    self.target = target
    let directory = target.prefix(upTo: target.lastIndex(of: "/") ?? target.startIndex)
    path = "\(directory)/.host-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      // Nothing of that name is ours to remove.
      isInPlace = true
      throw HostFailure(unwritable: name, .last)
    }
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    var status = stat()
    // What replaces a file may be read by those who could read it before.
    if stat(target, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
    do {
      try FileDescriptorSink(descriptor, name: name).write(text)
    } catch let error as StreamError {
      throw HostFailure(unwritable: name, SystemError(number: error.number))
    }
    isOpen = false
    // Some file systems tell only now that there was no room.
    guard close(descriptor) == 0 else { throw HostFailure(unwritable: name, .last) }
  }

  deinit {
    if !isInPlace { unlink(path) }
  }

  /// Gives the file its name, in place of one that has it.
  func putInPlace() throws(HostFailure) {
    guard rename(path, target) == 0 else { throw HostFailure(unwritable: name, .last) }
    isInPlace = true
  }
}
