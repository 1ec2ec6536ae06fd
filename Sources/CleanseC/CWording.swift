import CleanseGraph

/// The wording of fixes for C plugins.
struct CWording: FixWording {
  func separatingDuplicates(of key: Key) -> String {
    "keep one of them, give the others another name after the @, contribute to a "
      + "collection with CLEANSE_CONTRIBUTE, or replace the others with CLEANSE_OVERRIDE"
  }

  var removingOverride: String {
    "remove CLEANSE_OVERRIDE, or the binding if it is no longer needed"
  }

  var contributing: String { "pass CLEANSE_CONTRIBUTE as its flag" }

  var sharing: String { "pass CLEANSE_SHARED as its flag" }

  func overriding(_ precedence: Int) -> String {
    "CLEANSE_BIND_AT(…, CLEANSE_OVERRIDE, \(precedence))"
  }

  func canName(_ key: Key) -> Bool { CSpelling.inSignature(key) != nil }

  func binding(_ key: Key, for requester: Key) -> String {
    let name = key.cName.map { " @\($0)" } ?? ""
    let type = CSpelling.inSignature(key.typeName)
    let inC = "add a binding: in C, CLEANSE_BIND(\"\(type) …(…)\(name)\", …, 0)"
    guard let cName = key.cName else {
      guard key.typeName.contains("*") else { return inC }
      let bridged = type.prefix { $0 != " " && $0 != "*" }
      return inC + "; in Swift, one of a type whose CBridge has the C name \"\(bridged)\""
    }
    return inC + "; in Swift, one with a tag whose C name is \"\(cName)\""
  }

  func declaringOptional(_ key: Key) -> String? {
    let type = CSpelling.inSignature(key.typeName)
    let name = key.cName.map { " @\($0)" } ?? ""
    return "declare it if it may be null: in C, CLEANSE_DECLARE(\"\(type)?\(name)\")"
  }

  func requesting(_ key: Key, as alias: String) -> String? {
    "request `\(CSpelling.inSignature(key.typeName)) @\(alias)`"
  }

  func handlingError(of key: Key, as form: RequestForm, in requester: Binding) -> String {
    func provider(of type: String?) -> String {
      let type = type ?? "TYPE"
      return type + (type.hasSuffix("*") ? "(*next)" : " (*next)")
    }
    return
      "declare the parameter as `\(provider(of: CSpelling.inSignature(key)))() throws` in "
      + "the signature and as `\(provider(of: CSpelling.inDeclaration(key)))(cleanse_error *)` in "
      + "the function"
  }

  func decorating(_ key: Key) -> String {
    "pass CLEANSE_DECORATE as its flag"
  }

  func decoratingWithoutError(_ decorator: Binding) -> String {
    switch CHiddenError(of: decorator) {
    case nil:
      "remove `throws` from the signature of the decorator, and the `cleanse_error *` from its function; in C++, "
        + "make the function noexcept"
    case .result: "write the decorator in Swift"
    case .parameter:
      "write the decorator in Swift, or without `throws` and without parameters that are strings, providers or "
        + "pointers with a bridge"
    }
  }

  func hiddenError(of decorator: Binding) -> String? {
    CHiddenError(of: decorator)?.description
  }

  func decorating(_ key: Key, as alias: String) -> String? {
    "decorate `\(CSpelling.inSignature(key.typeName)) @\(alias)`"
  }

  func deferring(_ dependency: Key, in requester: Key) -> String {
    "let the function of \(requester) take a provider of \(dependency) and call it later"
  }
}
