/// The texts of fixes in Swift.
struct SwiftWording: FixWording {
  func separatingDuplicates(of key: Key) -> String {
    let others =
      switch TypeShape(key.typeName) {
      // Their builders have no other steps.
      case .factory: "give each an AssistedFactory of its own, "
      case .propertyInjector: ""
      default: "tag the others, contribute to a collection with .intoCollection(), "
      }
    return "keep one of them, \(others)or replace the others with .overriding()"
  }

  var removingOverride: String {
    "remove .overriding(), or the binding if it is no longer needed"
  }

  var contributing: String { "add .intoCollection()" }

  var sharing: String { "share it with .sharedInScope()" }

  func overriding(_ precedence: Int) -> String { ".overriding(\(precedence))" }

  func canName(_ key: Key) -> Bool { !key.isNamed }

  func binding(_ key: Key, for requester: Key) -> String {
    MissingBindingFix.text(for: key, requestedBy: requester)
  }

  func declaringOptional(_ key: Key) -> String? {
    switch TypeShape(key.typeName) {
    case .optional, .form, .assisted: return nil
    default: break
    }
    let tag = key.tagName.map { ", tagged: \($0).self" } ?? ""
    let type = TypeShape.metatype(key.typeName)
    return "declare it if it may be nil: binder.declareOptional(of: \(type)\(tag))"
  }

  func requesting(_ key: Key, as alias: String) -> String? { nil }

  func handlingError(of key: Key, as form: RequestForm, in requester: Binding) -> String {
    if form == .elements(.provider), case .array(let element) = TypeShape(key.typeName) {
      return "request [ThrowingProvider<\(element)>]"
    }
    let provider =
      key.tagName.map { "TaggedThrowingProvider<\($0)>" } ?? "ThrowingProvider<\(key.typeName)>"
    if case .factory(let description) = TypeShape(requester.key.typeName), requester.call != nil {
      return "request \(provider), or make \(description) conform to ThrowingAssistedFactory"
    }
    guard requester.call == nil, key.tag == nil else { return "request \(provider)" }
    return "request \(provider), or \(key.typeName) itself"
  }

  func decoratingWithoutError(_ decorator: Binding) -> String {
    "handle the error in the factory of the decorator, so that it does not throw"
  }

  func hiddenError(of decorator: Binding) -> String? { nil }

  func decorating(_ key: Key, as alias: String) -> String? { nil }

  func decorating(_ key: Key) -> String {
    let tag = key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    return "write binder.decorate(\(TypeShape.metatype(key.typeName)))\(tag)"
  }

  func deferring(_ dependency: Key, in requester: Key) -> String {
    let form =
      dependency.tagName.map { "TaggedProvider<\($0)>" } ?? "Provider<\(dependency.typeName)>"
    return "make \(requester) depend on \(form) and call it later"
  }
}
