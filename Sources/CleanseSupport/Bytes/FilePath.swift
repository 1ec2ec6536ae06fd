/// A path, or a name in a directory, as the bytes that the system gets.
///
/// All splitting, joining and comparing of paths is here. No operation reads the file system, so `..` is a component
/// like any other.
package struct FilePath: ByteText, CodingKeyRepresentable {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  package static let root: FilePath = "/"
  /// The working directory.
  package static let working: FilePath = "."

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// Whether it has a slash, so that it is not searched for as a name is.
  package var hasDirectory: Bool { bytes.contains(Self.slash) }

  /// Whether it ends with a slash, so that only a directory can be there.
  package var isOfDirectory: Bool { bytes.last == Self.slash }

  /// Whether the system would read only a part of it, up to a null.
  package var containsNull: Bool { bytes.contains(0) }

  /// The names between the slashes, with `.` and `..`; an absolute path has the same as a relative one.
  package var components: [FilePath] {
    bytes.split(separator: Self.slash).map(FilePath.init(bytes:))
  }

  /// The last component; nil for the root and for an empty path.
  package var lastComponent: FilePath? {
    guard let end = bytes.lastIndex(where: { $0 != Self.slash }) else { return nil }
    let start = bytes[...end].lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return FilePath(bytes: bytes[start...end])
  }

  /// The last component; the whole path if it has none. For messages.
  package var name: FilePath { lastComponent ?? self }

  /// The path without its last component, as of dirname(3): that of a name is `.`, that of the root itself.
  package var removingLastComponent: FilePath {
    guard let end = bytes.lastIndex(where: { $0 != Self.slash }) else {
      return isAbsolute ? .root : .working
    }
    guard let slash = bytes[...end].lastIndex(of: Self.slash) else { return .working }
    guard let last = bytes[..<slash].lastIndex(where: { $0 != Self.slash }) else { return .root }
    return FilePath(bytes: bytes[...last])
  }

  /// The directories that contain a path, the nearest first, up to the root or to `.`.
  package var ancestors: [FilePath] {
    var found: [FilePath] = []
    var current = self
    while current != .root, current != .working, !current.isEmpty {
      current = current.removingLastComponent
      found.append(current)
    }
    return found
  }

  /// The paths that lead to this one, from its first component to itself.
  package var prefixes: [FilePath] {
    var current: FilePath = isAbsolute ? .root : ""
    return components.map { component in
      current = current.appending(component)
      return current
    }
  }

  /// The path of an entry of this directory.
  package func appending(_ name: FilePath) -> FilePath {
    guard let last = bytes.last else { return name }
    return FilePath(bytes: bytes + (last == Self.slash ? [] : [Self.slash]) + name.bytes)
  }

  package func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  package func appending(contentsOf names: some Sequence<FilePath>) -> FilePath {
    names.reduce(self) { $0.appending($1) }
  }

  /// The path if it is absolute; otherwise that path from a directory.
  package func from(_ directory: FilePath) -> FilePath {
    isAbsolute ? self : directory.appending(self)
  }

  /// Whether it is the directory, or would be in it. Lexically: `..` and links count as names.
  package func isWithin(_ directory: FilePath) -> Bool {
    isAbsolute == directory.isAbsolute && components.starts(with: directory.components)
  }

  /// What follows a directory in the path, as an absolute path; nil if it does not begin with the directory. Lexically, as above.
  package func below(_ directory: FilePath) -> FilePath? {
    let rest = bytes.dropFirst(directory.bytes.count)
    guard bytes.starts(with: directory.bytes), rest.first == Self.slash else { return nil }
    return FilePath(bytes: rest)
  }

  /// Whether the name begins with a dot, as those of temporary files of editors do.
  package var isHidden: Bool { lastComponent?.bytes.first == Self.dot }

  /// Whether the path ends with these bytes, such as a suffix of names.
  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// What follows the last dot of the name; nil if there is no dot, or only the first byte is one.
  package var `extension`: FilePath? { nameParts.extension }

  /// The name without its extension.
  package var stem: FilePath? { nameParts.stem }

  private var nameParts: (stem: FilePath?, extension: FilePath?) {
    guard let name = lastComponent, name != ".." else { return (lastComponent, nil) }
    guard let dot = name.bytes.lastIndex(of: Self.dot), dot > 0 else { return (name, nil) }
    return (FilePath(bytes: name.bytes[..<dot]), FilePath(bytes: name.bytes[(dot + 1)...]))
  }

  /// The paths of a list such as `PATH`, with empty ones.
  package static func list(_ bytes: [UInt8], separators: String = ":") -> [FilePath] {
    bytes.split(omittingEmptySubsequences: false) { separators.utf8.contains($0) }
      .map(FilePath.init(bytes:))
  }

  package static func list(_ text: String, separators: String = ":") -> [FilePath] {
    list(Array(text.utf8), separators: separators)
  }

  /// The bytes and a null, for functions of C.
  package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}

extension FilePath {
  package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

  package var codingKey: any CodingKey { Key(stringValue: text) }

  /// The key of a path in a document.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
