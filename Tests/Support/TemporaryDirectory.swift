import Glibc

/// A temporary directory for a test, removed with its contents when the last reference is released.
public final class TemporaryDirectory: Sendable {
  /// The common prefix of the paths of all temporary directories; the rest is part of one component.
  public static let prefix: String = {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    guard let resolved = unsafe realpath(parent.isEmpty ? "/tmp" : parent, nil) else {
      return "/tmp/cleanse-test."
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved) + "/cleanse-test."
  }()

  /// The absolute path, without symbolic links and without a trailing slash.
  public let path: String

  /// Creates a directory with files.
  ///
  /// - Parameter files: The contents of the files by name.
  public init(_ files: [String: String] = [:]) throws {
    var template = Array("\(Self.prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw FailedCall("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit {
    removeTree(path)
  }

  /// The path of an entry, whether it exists or not.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Whether an entry exists. Symbolic links are followed.
  public func contains(_ name: String) -> Bool { unsafe access(path(of: name), F_OK) == 0 }

  /// The contents of a file.
  public func bytes(of name: String) throws -> [UInt8] {
    guard let bytes = readFile(path(of: name)) else {
      throw FailedCall("read \(path(of: name))")
    }
    return bytes
  }

  /// The contents of a file as text.
  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// Writes a file, and creates its parent directories.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    if let end = name.lastIndex(of: "/") { try makeDirectory(String(name[..<end])) }
    let file = path(of: name)
    guard writeFile(file, bytes) else { throw FailedCall("write \(file)") }
    return file
  }

  /// Writes a text file, and creates its parent directories.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Writes a script for sh, executable.
  ///
  /// A child process writes it: a file that is open for writing can't be executed (ETXTBSY), and what another test starts at that
  /// moment inherits the descriptors of this process.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func writeScript(_ commands: String, to name: String) throws -> String {
    let source = try write("#!/bin/sh\n\(commands)\n", to: "\(name).sh")
    let file = path(of: name)
    let outcome = try ChildProcess(
      program: "/usr/bin/install", arguments: ["-m", "755", source, file]
    ).run()
    guard outcome.status == 0 else { throw FailedCall("install \(file)") }
    return file
  }

  /// Creates a directory and its parents.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func makeDirectory(_ name: String) throws -> String {
    var directory = path
    for part in name.split(separator: "/") {
      directory += "/\(part)"
      guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else {
        throw FailedCall("mkdir \(directory)")
      }
    }
    return directory
  }

  /// Creates a symbolic link.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func link(_ name: String, to target: String) throws -> String {
    guard unsafe symlink(target, path(of: name)) == 0 else {
      throw FailedCall("symlink \(path(of: name))")
    }
    return path(of: name)
  }

  /// Creates a named pipe.
  ///
  /// - Returns: Its path.
  @discardableResult
  public func makePipe(_ name: String) throws -> String {
    guard unsafe mkfifo(path(of: name), 0o644) == 0 else {
      throw FailedCall("mkfifo \(path(of: name))")
    }
    return path(of: name)
  }

  /// Removes a file, or a directory with its contents.
  public func remove(_ name: String) {
    removeTree(path(of: name))
  }
}
