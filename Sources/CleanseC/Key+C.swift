import CleanseGraph

extension Key {
  /// A key with a C name, for tools that make up a graph of their own.
  public init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false, cName: String?
  ) {
    self.init(
      type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass, alias: cName)
  }

  /// The name that C plugins write after an `@` for the key; nil for a key without such a name.
  public var cName: String? {
    get { alias }
    set { alias = newValue }
  }
}
