import CleanseGraph

extension Key {
  /// Creates a key with a C name, for tools that construct graphs.
  package init(
    type: String, tag: String? = nil, typeName: String, tagName: String? = nil,
    isClass: Bool = false, cName: String?
  ) {
    self.init(
      type: type, tag: tag, typeName: typeName, tagName: tagName, isClass: isClass, alias: cName)
  }

  /// The name of the key in C plugins, written after an `@`; nil for a key without a C name.
  public package(set) var cName: String? {
    get { alias }
    set { alias = newValue }
  }
}
