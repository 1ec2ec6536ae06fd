// This folder identifies what is bound. A `Key` of this process is made from types, whose names (`TypeName`) and
// structure (`TypeMetadata`) are read from the runtime; a key of a document has only names (`NamedKeyTable`). A
// `KeySpace` numbers the keys of one recording, so that later passes compare numbers (`KeyNumbers`).

/// The key of a binding or a request: an element type, and a qualifier that distinguishes several bindings of
/// one type.
///
/// A qualifier is a tag type or a name. Two keys are equal if their elements and qualifiers are equal.
///
/// A key that was recorded in this process refers to its types, and creates their names on first use. A key that
/// was read from a document has only the names. Both are a single reference, which makes copies cheap.
// Frozen: a key is one reference. The referenced storage may grow.
@frozen public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// The part of a key that distinguishes several bindings of one element type.
  @frozen package enum Qualifier: Sendable {
    case none
    /// A type that conforms to ``Tag``.
    case tag(any Tag.Type)
    /// A name that is known only at run time.
    case name(String)
  }

  /// A name of an element that has no Swift type of its own.
  @frozen package struct ElementName: Hashable, Sendable {
    /// The unique name.
    package let identity: String
    /// The name as written in source code.
    package let display: String

    package init(identity: String, display: String) {
      self.identity = identity
      self.display = display
    }
  }

  /// The types of a key that was recorded in this process.
  @frozen package struct Live: Sendable {
    package let element: any Any.Type
    /// The name of the element, if several elements share one Swift type.
    package let elementName: ElementName?
    package let qualifier: Qualifier

    package init(element: any Any.Type, elementName: ElementName?, qualifier: Qualifier) {
      self.element = element
      self.elementName = elementName
      self.qualifier = qualifier
    }
  }

  /// What distinguishes keys of one Swift type, in one reference: most keys have neither.
  fileprivate final class Distinction: Sendable {
    let elementName: ElementName?
    let qualifier: Qualifier

    init?(_ live: Live) {
      if live.elementName == nil, case .none = live.qualifier { return nil }
      (elementName, qualifier) = (live.elementName, live.qualifier)
    }
  }

  /// The storage that all copies of a key share.
  @usableFromInline
  package final class Storage: Sendable {
    /// The space of the key; nil for a key without a space.
    let space: KeySpace?
    /// The unique number of the key in its space; zero for a key without a space.
    let number: Int
    /// The element type; nil for a key of a document.
    package let element: (any Any.Type)?
    private let distinction: Distinction?
    /// The names. Those of a key of a document are stored at once; those of a key of this process are derived from its types
    /// on first use, as they cost far more than everything else about a key.
    private let names = LazyReference<Names>()

    init(_ live: Live, in space: KeySpace?) {
      (self.space, number) = (space, space?.takeNumber() ?? 0)
      element = live.element
      distinction = Distinction(live)
      // Which it is depends on names, which are not created here.
      if distinction != nil { space?.add([.named, .aliased, .copied]) }
    }

    fileprivate init(_ names: Names, in space: KeySpace? = nil) {
      (self.space, number) = (space, space?.takeNumber() ?? 0)
      element = nil
      distinction = nil
      _ = self.names.storeIfNil(names)
      space?.add(names.parts.rarities)
    }

    /// The types of the key; nil for a key of a document.
    package var live: Live? {
      element.map {
        Live(element: $0, elementName: distinction?.elementName, qualifier: qualifier)
      }
    }

    /// The tag of a key of this process; nil for any other qualifier.
    package var tag: (any Tag.Type)? {
      if case .tag(let tag) = qualifier { return tag }
      return nil
    }

    fileprivate var qualifier: Qualifier { distinction?.qualifier ?? .none }

    /// Whether the key has a name of its element, or a qualifier.
    fileprivate var isDistinguished: Bool { distinction != nil }

    /// Whether a part of a key of this process is a name; nil for a key of a document.
    fileprivate var isNamed: Bool? {
      guard element != nil else { return nil }
      guard let distinction, distinction.elementName == nil else { return distinction != nil }
      if case .name = distinction.qualifier { return true }
      return false
    }

    /// Whether the element type of a key of this process is a class; nil for a key of a document.
    fileprivate var isClass: Bool? {
      element.map { distinction?.elementName == nil && TypeMetadata($0).isClass }
    }

    /// The names of a key of a document.
    fileprivate var given: Names? { element == nil ? names.load() : nil }

    fileprivate var written: Names {
      if let names = names.load() { return names }
      guard let live else { preconditionFailure("A key has neither types nor names") }
      return names.storeIfNil(Names(Parts(live, copy: 0, tagCopy: 0)))
    }

    /// Whether the names have been created.
    package var hasNames: Bool { names.load() != nil }

    /// Numbers the types of the key among different types of the same name.
    fileprivate func number(copy: Int, tagCopy: Int) {
      guard let live else { return }
      if copy > 0 || tagCopy > 0 { space?.add(.copied) }
      _ = names.storeIfNil(Names(Parts(live, copy: copy, tagCopy: tagCopy)))
    }
  }

  @usableFromInline
  package let storage: Storage

  /// - Parameter space: The space in which the key is the only one of its types; nil if it may not be.
  package init(_ live: Live, in space: KeySpace? = nil) {
    storage = Storage(live, in: space)
  }

  private init(_ parts: Parts) {
    storage = Storage(Names(parts))
  }

  private init(_ storage: Storage) {
    self.storage = storage
  }

  /// Creates a key, for tools that construct graphs.
  public init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false
  ) {
    self.init(
      type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass, alias: nil)
  }

  /// Creates a key that has only names.
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

  /// Returns a key of the same names in a space.
  ///
  /// - Precondition: The space has no equal key.
  func entering(_ space: KeySpace) -> Key {
    Key(Storage(storage.written, in: space))
  }

  /// The mangled name of the element type.
  public package(set) var type: String {
    get { storage.written.parts.type }
    set { parts.type = newValue }
  }

  /// The mangled name of the tag, or `@` and the name that is the qualifier.
  public package(set) var tag: String? {
    get { storage.written.parts.tag }
    set { parts.tag = newValue }
  }

  /// The element type as written in source code.
  public package(set) var typeName: String {
    get { storage.written.parts.typeName }
    set { parts.typeName = newValue }
  }

  /// The qualifier as written in source code.
  public package(set) var tagName: String? {
    get { storage.written.parts.tagName }
    set { parts.tagName = newValue }
  }

  /// Whether the element type is a class, so that its values have an identity.
  public package(set) var isClass: Bool {
    get { storage.isClass ?? parts.isClass }
    set { parts.isClass = newValue }
  }

  /// The name of the key for plugins in other languages; nil for a key without such a name.
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

  /// The prefix of the identity of an element that has a name instead of its own Swift type.
  static let namedMark = "c:"

  /// The identity of an element that has a name instead of its own Swift type; nil for any other element.
  package var elementName: String? {
    if let live = storage.live { return live.elementName?.identity }
    return parts.hasElementName
      ? String(parts.type.dropFirst(Self.namedMark.count)) : nil
  }

  /// The name that is the qualifier; nil for a tag.
  package var qualifierName: String? {
    if let live = storage.live {
      if case .name(let name) = live.qualifier { return name }
      return nil
    }
    return parts.hasQualifierName ? parts.tag.map { String($0.dropFirst()) } : nil
  }

  /// Whether the key has a qualifier.
  var isQualified: Bool {
    guard let live = storage.live else { return parts.tag != nil }
    if case .none = live.qualifier { return false }
    return true
  }

  /// Whether a part of the key is a name that is known only at run time.
  package var isNamed: Bool {
    storage.isNamed ?? (parts.hasElementName || parts.hasQualifierName)
  }

  /// Compares element and qualifier.
  public static func == (left: Key, right: Key) -> Bool {
    if left.storage === right.storage { return true }
    if let space = left.storage.space, space === right.storage.space { return false }
    if let left = left.storage.given, let right = right.storage.given { return left == right }
    if let left = left.storage.live, let right = right.storage.live { return left == right }
    return left.storage.written == right.storage.written
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(nameHash)
  }

  /// The hash value of the names, equal for equal keys.
  var nameHash: Int { storage.written.hash }

  /// Whether an equal key also has the same displayed names, alias and kind of type.
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

  /// Precedes the number of a copy in the identity of a type, if a process has several types of one name.
  package static let copyMark: Character = "#"

  /// The key of another element type of the same name, in a process with several types of that name.
  ///
  /// - Parameter number: The number of the copy, from one.
  func copy(_ number: Int) -> Key {
    var copy = self
    copy.type += Self.mark(number)
    return copy
  }

  static func mark(_ copy: Int) -> String {
    copy == 0 ? "" : "\(copyMark)\(copy + 1)"
  }

  /// The identity without the number of the copy, which is equal for types of one name.
  package var name: String {
    "\(Self.withoutCopy(type))\(Self.copyMark)\(Self.withoutCopy(tag ?? ""))"
  }

  private static func withoutCopy(_ identity: String) -> Substring {
    // Most identities have none.
    guard copyMark.utf8.allSatisfy(identity.utf8.contains) else { return identity[...] }
    return identity.prefix { $0 != copyMark }
  }

  /// Whether the values of the element type have no identity, as far as its name shows. The values of a
  /// protocol may have one.
  var isValue: Bool {
    !isClass && !typeName.hasPrefix("any ") && !typeName.hasPrefix("(any ")
      && !typeName.hasPrefix("AnyObject")
  }

  /// Whether a part of the element type or of the tag is private to a file.
  var isPrivate: Bool {
    type.contains(TypeName.privateContext) || (tag?.contains(TypeName.privateContext) ?? false)
  }

  /// Whether the identity contains the number of a copy.
  ///
  /// A key whose names have not been created has none, as numbering creates them. The names are therefore not
  /// created here.
  var isCopy: Bool {
    if !storage.hasNames {
      guard storage.isDistinguished, let live = storage.live else { return false }
      return [live.elementName?.identity, live.name].contains {
        $0?.contains(Self.copyMark) ?? false
      }
    }
    return parts.isCopy
  }

  /// Numbers the types of a recorded key among different types of the same name.
  ///
  /// - Precondition: No name of the key has been read yet.
  package func number(copy: Int, tagCopy: Int) {
    storage.number(copy: copy, tagCopy: tagCopy)
  }
}

extension Key.Live {
  package var tag: (any Tag.Type)? {
    if case .tag(let tag) = qualifier { return tag }
    return nil
  }

  /// The qualifier, if it is a name.
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
