/// How fixes are written in Swift.
struct SwiftWording: FixWording {
  var separatingDuplicates: String {
    "keep one of them, put the others under a tag, or contribute to a collection with "
      + ".intoCollection()"
  }

  var raisingOverride: String { ".overriding(1)" }

  var removingOverride: String {
    "take .overriding() away, or the binding with what it was written for"
  }

  func binding(_ key: Key, for requester: Key) -> String {
    MissingBindingFix.lines(for: key, askedForBy: requester)
  }

  func requesting(_ key: Key, as alias: String) -> String? { nil }

  func handlingError(of key: Key, in requester: Binding) -> String {
    let provider =
      key.tagName.map { "TaggedThrowingProvider<\($0)>" } ?? "ThrowingProvider<\(key.typeName)>"
    if case .factory(let description) = TypeShape(requester.key.typeName), requester.call != nil {
      return "ask for \(provider), or let \(description) conform to ThrowingAssistedFactory"
    }
    guard requester.call == nil, key.tag == nil else { return "ask for \(provider)" }
    return "ask for \(provider), or for \(key.typeName) itself"
  }

  func deferring(_ dependency: Key, in requester: Key) -> String {
    let form =
      dependency.tagName.map { "TaggedProvider<\($0)>" } ?? "Provider<\(dependency.typeName)>"
    return "let \(requester) depend on \(form) and call it later"
  }
}
