import CleanseGraph

/// How fixes are written in C.
struct CWording: FixWording {
  var separatingDuplicates: String {
    "keep one of them, give the others another name behind the @, or contribute to a "
      + "collection with CLEANSE_CONTRIBUTE"
  }

  var raisingOverride: String { "CLEANSE_BIND_AT(…, CLEANSE_OVERRIDE, 1)" }

  var removingOverride: String {
    "take CLEANSE_OVERRIDE away, or the binding with what it was written for"
  }

  func binding(_ key: Key, for requester: Key) -> String {
    let name = key.cName.map { " @\($0)" } ?? ""
    let type = CSpelling.inSignature(key.typeName)
    let inC = "add a binding: CLEANSE_BIND(\"\(type) …(…)\(name)\", …, 0) in C"
    guard let cName = key.cName else {
      return inC + (key.typeName.contains("*") ? ", or a CBridge of that name in Swift" : "")
    }
    return inC + ", or in Swift a binding under a tag whose name is \"\(cName)\""
  }

  func requesting(_ key: Key, as alias: String) -> String? {
    "ask for `\(CSpelling.inSignature(key.typeName)) @\(alias)`"
  }

  func handlingError(of key: Key, in requester: Binding) -> String {
    func provider(of type: String?) -> String {
      let type = type ?? "TYPE"
      return type + (type.hasSuffix("*") ? "(*next)" : " (*next)")
    }
    return
      "write `\(provider(of: CSpelling.inSignature(key)))() throws`, and let the function take "
      + "`\(provider(of: CSpelling.inDeclaration(key)))(cleanse_error *)`"
  }

  func deferring(_ dependency: Key, in requester: Key) -> String {
    "let the function of \(requester) take a provider of \(dependency) and call it later"
  }
}
