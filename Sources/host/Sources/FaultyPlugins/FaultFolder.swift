import CleanseSupport
import Glibc

/// A new directory for the files of a fault, removed with all that is in it at the end.
struct FaultFolder: ~Copyable {
  /// What the system refused.
  struct Failure: Error, CustomStringConvertible {
    let action: String
    let number: Int32

    init(_ action: String) {
      self.action = action
      number = errno
    }

    var description: String { "can't \(action): \(SystemError(number: number))" }
  }

  let path: String
  /// The names of the entries, in their order.
  private var entries: [String] = []

  /// Makes a folder inside of a directory.
  init(in directory: String) throws(Failure) {
    var template = Array("\(directory)/cleanse-selftest-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure("make a directory in \(directory)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for entry in entries.reversed() { unsafe remove("\(path)/\(entry)") }
    unsafe rmdir(path)
  }

  /// Writes a file.
  ///
  /// - Parameter size: How many bytes it is to have, if more than are given: the rest are zeros
  ///   that take no room on the disk.
  mutating func write(_ bytes: [UInt8], to name: String, size: Int = 0) throws(Failure) {
    let file = "\(path)/\(name)"
    guard let stream = unsafe fopen(file, "wbx") else { throw Failure("make \(file)") }
    entries.append(name)
    let written = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, written == bytes.count else {
      throw Failure("write \(file)")
    }
    if size > bytes.count {
      guard unsafe truncate(file, size) == 0 else { throw Failure("extend \(file)") }
    }
  }

  mutating func link(_ name: String, to target: String) throws(Failure) {
    guard unsafe symlink(target, "\(path)/\(name)") == 0 else {
      throw Failure("make the link \(path)/\(name)")
    }
    entries.append(name)
  }

  mutating func makeFIFO(_ name: String) throws(Failure) {
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else {
      throw Failure("make the FIFO \(path)/\(name)")
    }
    entries.append(name)
  }

  mutating func makeDirectory(_ name: String) throws(Failure) {
    guard unsafe mkdir("\(path)/\(name)", 0o700) == 0 else {
      throw Failure("make the directory \(path)/\(name)")
    }
    entries.append(name)
  }

  /// Lets others write to a file.
  func permitWriting(_ name: String) throws(Failure) {
    guard unsafe chmod("\(path)/\(name)", 0o666) == 0 else {
      throw Failure("change the permissions of \(path)/\(name)")
    }
  }
}
