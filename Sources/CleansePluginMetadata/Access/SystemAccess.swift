public import CleanseSupport

/// Files, TCP ports and host names that code may use beyond what every confined process may.
///
/// A plugin declares it as what it needs, and an operator grants it. Ports have no addresses, because the kernel doesn't
/// compare these. (landlock(7), "Network flags".)
public struct SystemAccess: Hashable, Sendable {
  // Paths are absolute, without `.`, `..` and slashes at the end.

  /// The files, and the directories below which all files, may be read.
  package var readable: Set<FilePath> = []
  /// The files, and the directories below which all files, may be read, written, created and removed.
  package var writable: Set<FilePath> = []
  /// The TCP ports of other machines, and of this one, to which it may connect.
  public var connectPorts: Set<UInt16> = []
  /// The TCP ports on which it may listen; 0 is for any that is free.
  public var bindPorts: Set<UInt16> = []
  /// Whether it may resolve host names, for which it may send datagrams to any address.
  public var resolvesNames = false

  /// Creates an access to nothing.
  public init() {}

  /// Creates an access to files and directories.
  ///
  /// - Throws: A ``ManifestError`` for a path that is not absolute, has `.` or `..`, or appears twice.
  public init(reading readable: [String], writing writable: [String] = []) throws(ManifestError) {
    self.readable = try Self.paths(readable, "read")
    self.writable = try Self.paths(writable, "write")
  }

  /// Whether it allows nothing.
  public var isEmpty: Bool { self == SystemAccess() }

  /// The members of its JSON, in a fixed order, with the texts of their elements. Those of `ports` have a dot in their names.
  package var members: [(name: String, values: [String])] {
    [
      ("read", readable.sorted().map(\.text)), ("write", writable.sorted().map(\.text)),
      ("ports.connect", connectPorts.sorted().map { "\($0)" }),
      ("ports.bind", bindPorts.sorted().map { "\($0)" }),
      ("resolve", resolvesNames ? ["true"] : []),
    ]
  }

  /// Lines that differ for different accesses.
  package var lines: [String] {
    members.flatMap { name, values in values.map { "\(name) \($0)" } }
  }

  /// What it allows, each as in "may …".
  package var phrases: [String] {
    readable.sorted().map { "read \($0)" } + writable.sorted().map { "write \($0)" }
      + connectPorts.sorted().map { "connect to TCP port \($0)" }
      + bindPorts.sorted().map { $0 == 0 ? "listen on any TCP port" : "listen on TCP port \($0)" }
      + (resolvesNames ? ["resolve host names"] : [])
  }

  /// What either of two allows.
  package func union(_ other: SystemAccess) -> SystemAccess {
    var union = self
    union.readable.formUnion(other.readable)
    union.writable.formUnion(other.writable)
    union.connectPorts.formUnion(other.connectPorts)
    union.bindPorts.formUnion(other.bindPorts)
    union.resolvesNames = resolvesNames || other.resolvesNames
    return union
  }

  /// What this one allows and the other one does not. What may be written may be read as well.
  package func subtracting(_ other: SystemAccess) -> SystemAccess {
    var rest = self
    rest.writable = writable.filter { !$0.isWithin(any: other.writable) }
    rest.readable = readable.filter {
      !$0.isWithin(any: other.readable) && !$0.isWithin(any: other.writable)
    }
    rest.connectPorts.subtract(other.connectPorts)
    rest.bindPorts.subtract(other.bindPorts)
    rest.resolvesNames = resolvesNames && !other.resolvesNames
    return rest
  }
}

extension FilePath {
  fileprivate func isWithin(any directories: Set<FilePath>) -> Bool {
    directories.contains { isWithin($0) }
  }
}
