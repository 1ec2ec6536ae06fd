import CleanseSupport

/// A new directory for the files of a fault, removed with its contents when the value is destroyed.
struct FaultFolder: ~Copyable {
  /// A system call that failed.
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
  /// The names of the entries, in order of creation.
  private var entries: [String] = []

  /// Creates the folder in a directory.
  init(in directory: String) throws(Failure) {
    var template = Array("\(directory)/cleanse-selftest-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure("create a directory in \(directory)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for entry in entries.reversed() { unsafe remove("\(path)/\(entry)") }
    unsafe rmdir(path)
  }

  /// Writes a file.
  ///
  /// - Parameter size: The size of the file in bytes, if larger than the given bytes: the rest are zeros
  ///   that take no space on the disk.
  mutating func write(_ bytes: [UInt8], to name: String, size: Int = 0) throws(Failure) {
    let file = "\(path)/\(name)"
    guard let stream = unsafe fopen(file, "wbx") else { throw Failure("create \(file)") }
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
      throw Failure("create the link \(path)/\(name)")
    }
    entries.append(name)
  }

  mutating func makeFIFO(_ name: String) throws(Failure) {
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else {
      throw Failure("create the FIFO \(path)/\(name)")
    }
    entries.append(name)
  }

  mutating func makeDirectory(_ name: String) throws(Failure) {
    guard unsafe mkdir("\(path)/\(name)", 0o700) == 0 else {
      throw Failure("create the directory \(path)/\(name)")
    }
    entries.append(name)
  }
}
