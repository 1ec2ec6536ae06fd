/// What a binding answers to and a request asks for: a type, and a tag or none.
///
/// Two keys are equal when their identities are; the names are for people.
public struct Key: Hashable, Sendable, CustomStringConvertible {
  fileprivate struct Parts: Codable {
    var type: String
    var tag: String?
    var typeName: String
    var tagName: String?
    var isClass: Bool
    var cName: String?
  }

  private final class Storage: Sendable {
    let parts: Parts
    let hash: Int

    init(_ parts: Parts) {
      self.parts = parts
      var hasher = Hasher()
      hasher.combine(parts.type)
      hasher.combine(parts.tag)
      hash = hasher.finalize()
    }
  }

  /// A single reference, as each request for a key has a copy of it; and hashed once, as it is looked
  /// up for each of them.
  private var storage: Storage

  private var parts: Parts {
    get { storage.parts }
    set { storage = Storage(newValue) }
  }

  /// A key, for tools that make up a graph of their own.
  public init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false, cName: String? = nil
  ) {
    storage = Storage(
      Parts(
        type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass,
        cName: cName))
  }

  /// The type's mangled name.
  public var type: String {
    get { storage.parts.type }
    set { parts.type = newValue }
  }

  /// The tag's mangled name.
  public var tag: String? {
    get { storage.parts.tag }
    set { parts.tag = newValue }
  }

  /// The type as one would write it.
  public var typeName: String {
    get { storage.parts.typeName }
    set { parts.typeName = newValue }
  }

  /// The tag as one would write it.
  public var tagName: String? {
    get { storage.parts.tagName }
    set { parts.tagName = newValue }
  }

  /// Whether the type is a class, so that its values have an identity.
  public var isClass: Bool {
    get { storage.parts.isClass }
    set { parts.isClass = newValue }
  }

  /// The name that the key has in C, behind the `@`; nothing for one that C has no name for.
  public var cName: String? {
    get { storage.parts.cName }
    set { parts.cName = newValue }
  }

  /// Stands in the identity of a type before what C calls it, where it is none of Swift.
  static let cMark = "c:"

  /// Whether only C has a name for the key.
  var isForeign: Bool { type.hasPrefix(Self.cMark) || tag?.hasPrefix("@") ?? false }

  /// Compares the identities alone; names are for people.
  public static func == (left: Key, right: Key) -> Bool {
    left.storage === right.storage
      || left.storage.hash == right.storage.hash && left.type == right.type && left.tag == right.tag
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }

  /// The name of the type, with that of the tag.
  public var description: String {
    guard let tagName else { return typeName }
    return tagName.hasPrefix("@") ? "\(typeName) \(tagName)" : "\(typeName) tagged \(tagName)"
  }

  /// Stands in the identity of a type before the number of its copy, where a process has several
  /// types of one name.
  package static let copyMark: Character = "#"

  /// The identity without the number of the copy: equal for types of one name.
  var name: String {
    let names = [type, tag ?? ""].map { $0.prefix { $0 != Self.copyMark } }
    return names.joined(separator: "\(Self.copyMark)")
  }

  /// Whether a part of the type or of the tag is private to a file.
  var isPrivate: Bool {
    type.contains(TypeName.privateContext) || (tag?.contains(TypeName.privateContext) ?? false)
  }
}

extension Key: Codable {
  /// Reads the parts of a key.
  public init(from decoder: any Decoder) throws {
    storage = Storage(try Parts(from: decoder))
  }

  /// Writes the parts of the key.
  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
  }
}
