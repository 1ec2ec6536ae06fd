extension Key {
  /// The names of a qualifier, in one reference: most keys have no qualifier.
  final class QualifierNames: Sendable {
    let tag: String?
    let tagName: String?
    let alias: String?

    init?(tag: String?, tagName: String?, alias: String?) {
      guard tag != nil || tagName != nil || alias != nil else { return nil }
      (self.tag, self.tagName, self.alias) = (tag, tagName, alias)
    }
  }

  /// The names of a key: the mangled names that identify it, and the names that are displayed.
  struct Parts: Sendable {
    var type: String
    var typeName: String
    var isClass: Bool
    private var qualifier: QualifierNames?

    init(
      type: String, tag: String?, typeName: String, tagName: String?, isClass: Bool, alias: String?
    ) {
      (self.type, self.typeName, self.isClass) = (type, typeName, isClass)
      qualifier = QualifierNames(tag: tag, tagName: tagName, alias: alias)
    }

    var tag: String? {
      get { qualifier?.tag }
      set { qualifier = QualifierNames(tag: newValue, tagName: tagName, alias: alias) }
    }

    var tagName: String? {
      get { qualifier?.tagName }
      set { qualifier = QualifierNames(tag: tag, tagName: newValue, alias: alias) }
    }

    var alias: String? {
      get { qualifier?.alias }
      set { qualifier = QualifierNames(tag: tag, tagName: tagName, alias: newValue) }
    }

    var hasElementName: Bool { type.hasPrefix(Key.namedMark) }
    var hasQualifierName: Bool { tag?.hasPrefix("@") ?? false }

    var isCopy: Bool {
      let mark = Key.copyMark.utf8.first ?? 0
      return type.utf8.contains(mark) || tag?.utf8.contains(mark) ?? false
    }

    var rarities: KeyRarities {
      var rarities: KeyRarities = []
      if hasElementName || hasQualifierName { rarities.insert(.named) }
      if alias != nil { rarities.insert(.aliased) }
      if isCopy { rarities.insert(.copied) }
      return rarities
    }
  }

  /// The names of a key, created once, with their hash value.
  final class Names: Sendable {
    let parts: Parts
    let hash: Int

    init(_ parts: Parts) {
      self.parts = parts
      var hasher = Hasher()
      hasher.combine(parts.type)
      hasher.combine(parts.tag)
      hash = hasher.finalize()
    }

    static func == (left: Names, right: Names) -> Bool {
      left.hash == right.hash && left.parts.type == right.parts.type
        && left.parts.tag == right.parts.tag
    }
  }
}

extension Key.Parts {
  /// Creates the names of types of this process.
  ///
  /// - Parameters:
  ///   - copy: The number of the element type among the types of its name, from zero.
  ///   - tagCopy: The number of the tag among the types of its name, from zero.
  init(_ live: Key.Live, copy: Int, tagCopy: Int) {
    var names: (identity: String, display: String)
    if let name = live.elementName {
      names = (Key.namedMark + name.identity, name.display)
    } else {
      names = TypeName.names(of: live.element)
      names.identity += Key.mark(copy)
    }
    var (tag, tagName, alias): (String?, String?, String?)
    switch live.qualifier {
    case .none: break
    case .name(let name):
      (tag, tagName, alias) = ("@\(name)", "@\(name)", name)
    case .tag(let type):
      let names = TypeName.names(of: type)
      (tag, tagName) = (names.identity + Key.mark(tagCopy), names.display)
      alias = type.name.isEmpty ? nil : type.name
    }
    self.init(
      type: names.identity, tag: tag, typeName: names.display, tagName: tagName,
      isClass: live.isClass, alias: alias)
  }
}
