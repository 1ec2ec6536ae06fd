/// What a binding answers to and a request asks for: a type, and a tag or none.
///
/// Two keys are equal when their identities are; the names are for people.
public struct Key: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The type's mangled name.
  public var type: String
  /// The tag's mangled name.
  public var tag: String?
  /// The type as one would write it.
  public var typeName: String
  /// The tag as one would write it.
  public var tagName: String?
  /// Whether the type is a class, so that its values have an identity.
  public var isClass: Bool

  /// A key, for tools that make up a graph of their own.
  public init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false
  ) {
    self.type = type
    self.tag = tag
    self.typeName = typeName
    self.tagName = tagName
    self.isClass = isClass
  }

  /// Compares the identities alone; names are for people.
  public static func == (left: Key, right: Key) -> Bool {
    left.type == right.type && left.tag == right.tag
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(tag)
  }

  /// The name of the type, with that of the tag.
  public var description: String {
    tagName.map { "\(typeName) tagged \($0)" } ?? typeName
  }

  /// Stands in the identity of a type before the number of its copy, where a process has several
  /// types of one name.
  static let copyMark: Character = "#"

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
