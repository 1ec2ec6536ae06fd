import Synchronization

/// What a binding provides and a request depends on: an element type, and a qualifier that tells
/// several bindings of one type apart.
///
/// A qualifier is a tag type or a name. Two keys are equal when element and qualifier are.
///
/// A key that was recorded in this process knows its types; their names are made when somebody looks at
/// them. A key that was read from a document has the names alone. Both are one reference, so that
/// each request can have a copy.
// Frozen: a key is one reference. What it refers to may grow.
@frozen public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// What tells several bindings of one element type apart.
  @frozen package enum Qualifier: Sendable {
    case none
    /// A type that conforms to ``Tag``.
    case tag(any Tag.Type)
    /// A name that is known at run time only.
    case name(String)
  }

  /// A name of an element that has no Swift type of its own.
  @frozen package struct ElementName: Hashable, Sendable {
    /// Tells it from all others.
    package let identity: String
    /// As one would write it.
    package let display: String

    package init(identity: String, display: String) {
      self.identity = identity
      self.display = display
    }
  }

  /// The types of a key that was recorded in this process.
  @frozen package struct Live: Sendable {
    package let element: any Any.Type
    /// Present where many elements share one Swift type.
    package let elementName: ElementName?
    package let qualifier: Qualifier

    package init(element: any Any.Type, elementName: ElementName?, qualifier: Qualifier) {
      self.element = element
      self.elementName = elementName
      self.qualifier = qualifier
    }
  }

  /// The types of a key, apart from its storage, as keys of documents have none.
  fileprivate final class Types: Sendable {
    let live: Live

    init(_ live: Live) {
      self.live = live
    }
  }

  /// What all copies of a key share.
  @usableFromInline
  package final class Storage: Sendable {
    /// The space in which the key has its number; nil for a key of no space.
    let space: KeySpace?
    /// Tells the key from all others of its space; zero for a key of no space.
    let number: Int
    fileprivate let types: Types?
    /// The names of a key of a document.
    fileprivate let given: Names?
    /// The names of a key of this process. They follow from its types, and take far longer to make than everything
    /// else that is done for a key.
    private let names = AtomicLazyReference<Names>()

    init(_ live: Live, in space: KeySpace?) {
      (self.space, number) = (space, space?.takeNumber() ?? 0)
      types = Types(live)
      given = nil
    }

    fileprivate init(_ names: Names, in space: KeySpace? = nil) {
      (self.space, number) = (space, space?.takeNumber() ?? 0)
      types = nil
      given = names
    }

    package var live: Live? { types?.live }

    fileprivate var written: Names {
      if let given { return given }
      if let names = names.load() { return names }
      guard let live else { preconditionFailure("A key has neither types nor names") }
      return names.storeIfNil(Names(Parts(live, copy: 0, tagCopy: 0)))
    }

    /// Whether the names have been made.
    fileprivate var isWritten: Bool { given != nil || names.load() != nil }

    /// Numbers the types of the key among different types of one name.
    fileprivate func number(copy: Int, tagCopy: Int) {
      guard let live else { return }
      _ = names.storeIfNil(Names(Parts(live, copy: copy, tagCopy: tagCopy)))
    }
  }

  @usableFromInline
  package let storage: Storage

  /// - Parameter space: Where the key is the only one of its types; nil when nothing is known of others.
  package init(_ live: Live, in space: KeySpace? = nil) {
    storage = Storage(live, in: space)
  }

  private init(_ parts: Parts) {
    storage = Storage(Names(parts))
  }

  private init(_ storage: Storage) {
    self.storage = storage
  }

  /// A key, for tools that make up a graph of their own.
  public init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false
  ) {
    self.init(
      type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass, alias: nil)
  }

  /// A key that is known only by its names.
  package init(
    type: String, tag: String?, typeName: String, tagName: String?, isClass: Bool, alias: String?
  ) {
    self.init(
      Parts(
        type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass, alias: alias))
  }

  private var parts: Parts {
    get { storage.written.parts }
    set { self = Key(newValue) }
  }

  /// The key as the only one of its names in a space.
  ///
  /// - Precondition: The space has no equal key.
  func entering(_ space: KeySpace) -> Key {
    Key(Storage(storage.written, in: space))
  }

  /// The mangled name of the element type.
  public var type: String {
    get { storage.written.parts.type }
    set { parts.type = newValue }
  }

  /// The mangled name of the tag, or the name that is the qualifier, after an `@`.
  public var tag: String? {
    get { storage.written.parts.tag }
    set { parts.tag = newValue }
  }

  /// The element type as one would write it.
  public var typeName: String {
    get { storage.written.parts.typeName }
    set { parts.typeName = newValue }
  }

  /// The qualifier as one would write it.
  public var tagName: String? {
    get { storage.written.parts.tagName }
    set { parts.tagName = newValue }
  }

  /// Whether the element type is a class, so that its values have an identity.
  public var isClass: Bool {
    get { storage.live?.isClass ?? parts.isClass }
    set { parts.isClass = newValue }
  }

  /// The name by which the key is known outside of Swift; nil for a key without such a name.
  package var alias: String? {
    get {
      switch storage.live?.qualifier {
      case .some(.none): nil
      case .name(let name): name
      default: storage.written.parts.alias
      }
    }
    set { parts.alias = newValue }
  }

  /// Begins the identity of an element that has a name and no Swift type of its own.
  static let namedMark = "c:"

  /// The identity of the element where that is a name and no Swift type.
  package var elementName: String? {
    if let live = storage.live { return live.elementName?.identity }
    return parts.type.hasPrefix(Self.namedMark)
      ? String(parts.type.dropFirst(Self.namedMark.count)) : nil
  }

  /// The name that is the qualifier; nil for a tag.
  package var qualifierName: String? {
    if let live = storage.live {
      if case .name(let name) = live.qualifier { return name }
      return nil
    }
    guard let tag = parts.tag, tag.hasPrefix("@") else { return nil }
    return String(tag.dropFirst())
  }

  /// Whether the key has a qualifier.
  var isQualified: Bool {
    guard let live = storage.live else { return parts.tag != nil }
    if case .none = live.qualifier { return false }
    return true
  }

  /// Whether a part of the key is a name that is known at run time only.
  package var isNamed: Bool { elementName != nil || qualifierName != nil }

  /// Compares element and qualifier.
  public static func == (left: Key, right: Key) -> Bool {
    if left.storage === right.storage { return true }
    if let space = left.storage.space, space === right.storage.space { return false }
    if let left = left.storage.given, let right = right.storage.given { return left == right }
    if let left = left.storage.live, let right = right.storage.live { return left == right }
    return left.storage.written == right.storage.written
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(nameHash)
  }

  /// The hash value of the names, equal for equal keys.
  var nameHash: Int { storage.given?.hash ?? storage.written.hash }

  /// Whether an equal key is also the same to people, and in its other names.
  func isWritten(like other: Key) -> Bool {
    let (parts, others) = (storage.written.parts, other.storage.written.parts)
    return parts.typeName == others.typeName && parts.isClass == others.isClass
      && parts.tagName == others.tagName && parts.alias == others.alias
  }

  /// The element type, with the qualifier.
  public var description: String {
    guard let tagName else { return typeName }
    return tagName.hasPrefix("@") ? "\(typeName) \(tagName)" : "\(typeName) tagged \(tagName)"
  }

  /// Comes before the number of a copy in the identity of a type, where a process has several
  /// types of one name.
  package static let copyMark: Character = "#"

  /// The key of an element type that has the same name, in a process that has several types of it.
  ///
  /// - Parameter number: From one on.
  func copy(_ number: Int) -> Key {
    var copy = self
    copy.type += Self.mark(number)
    return copy
  }

  static func mark(_ copy: Int) -> String {
    copy == 0 ? "" : "\(copyMark)\(copy + 1)"
  }

  /// The identity without the number of the copy: equal for types of one name.
  var name: String {
    let names = [type, tag ?? ""].map { $0.prefix { $0 != Self.copyMark } }
    return names.joined(separator: "\(Self.copyMark)")
  }

  /// Whether the values of the element type have no identity, as far as its name says so: those of a
  /// protocol may have one.
  var isValue: Bool {
    !isClass && !typeName.hasPrefix("any ") && !typeName.hasPrefix("(any ")
      && !typeName.hasPrefix("AnyObject")
  }

  /// Whether a part of the element type or of the tag is private to a file.
  var isPrivate: Bool {
    type.contains(TypeName.privateContext) || (tag?.contains(TypeName.privateContext) ?? false)
  }

  /// Whether the identity has the number of a copy.
  ///
  /// That of a key without names has none: the names of a key are made when it gets a number. So nobody has
  /// to make them only to find that out.
  var isCopy: Bool {
    if let live = storage.live, !storage.isWritten {
      guard live.elementName != nil || live.name != nil else { return false }
      return [live.elementName?.identity, live.name].contains {
        $0?.contains(Self.copyMark) ?? false
      }
    }
    let mark = Self.copyMark.utf8.first ?? 0
    return type.utf8.contains(mark) || tag?.utf8.contains(mark) ?? false
  }

  /// Numbers the types of a recorded key among different types of one name.
  ///
  /// - Precondition: Nobody has looked at a name of the key yet.
  package func number(copy: Int, tagCopy: Int) {
    storage.number(copy: copy, tagCopy: tagCopy)
  }
}

extension Key.Live {
  package var tag: (any Tag.Type)? {
    if case .tag(let tag) = qualifier { return tag }
    return nil
  }

  /// The qualifier, where that is a name.
  fileprivate var name: String? {
    if case .name(let name) = qualifier { return name }
    return nil
  }

  var isClass: Bool { elementName == nil && TypeMetadata(element).isClass }

  static func == (left: Key.Live, right: Key.Live) -> Bool {
    guard left.element == right.element, left.elementName == right.elementName else { return false }
    return switch (left.qualifier, right.qualifier) {
    case (.none, .none): true
    case (.tag(let left), .tag(let right)): left == right
    case (.name(let left), .name(let right)): left == right
    default: false
    }
  }
}
