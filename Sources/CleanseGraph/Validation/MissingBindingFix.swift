/// The fix in Swift for a key that has no binding.
enum MissingBindingFix {
  /// - Parameter requester: The first binding that depends on the key.
  static func text(for key: Key, requestedBy requester: Key) -> String {
    guard let tag = key.tagName else {
      if let element = TypeShape(key.typeName).value, element.hasPrefix("Cleanse.Tagged") {
        return "request the TaggedProvider of one tag, whose Element is the collection, and "
          + "contribute to it with .tagged(with:)"
      }
      // Functions are values of their own as well.
      if let (collection, request) = TypeShape.elements(of: key.typeName),
        !key.typeName.contains("->")
      {
        return "request \(request), and " + text(for: collection, requestedBy: requester)
      }
      return text(for: key.typeName, requestedBy: requester)
    }
    let (metatype, tagged) = (TypeShape.metatype, ".tagged(with: \(tag).self)")
    return switch TypeShape(key.typeName) {
    case .array(let element):
      "declare it if it may be empty: "
        + "binder.declareCollection(of: \(metatype(element)), tagged: \(tag).self)\n"
        + "or add each element: "
        + "binder.bind(\(metatype(element))).intoCollection()\(tagged).to(factory: …)"
    case .set(let element):
      "add each element: binder.bind(\(metatype(element))).intoSet()\(tagged).to(factory: …)"
    case .dictionary(_, let value):
      "add each entry: "
        + "binder.bind(\(metatype(value))).intoDictionary(key: …)\(tagged).to(factory: …)"
    default:
      "add a binding: binder.bind(\(metatype(key.typeName)))\(tagged).to(factory: …)"
    }
  }

  private static func text(for typeName: String, requestedBy requester: Key) -> String {
    let metatype = TypeShape.metatype
    return switch TypeShape(typeName) {
    case .array(let element):
      "declare it if it may be empty: binder.declareCollection(of: \(metatype(element)))\n"
        + "or add each element: binder.bind(\(metatype(element))).intoCollection().to(factory: …)"
    case .set(let element):
      "declare it if it may be empty: binder.declareSet(of: \(metatype(element)))\n"
        + "or add each element: binder.bind(\(metatype(element))).intoSet().to(factory: …)"
    case .dictionary(let entry, let value):
      "declare it if it may be empty: "
        + "binder.declareDictionary(of: \(metatype(value)), keyedBy: \(metatype(entry)))\n"
        + "or add each entry: binder.bind(\(metatype(value))).intoDictionary(key: …).to(factory: …)"
    case .factory(let description):
      "add a binding: binder.bindFactory(\(description).Element.self)"
        + ".with(\(description).self).to(factory: …)"
    case .propertyInjector(let element):
      "add a binding: binder.bindPropertyInjectionOf(\(metatype(element))).to(injector: …)"
    case .componentFactory(let component):
      "install the subcomponent: binder.install(dependency: \(component).self)"
    case .assisted(let seed):
      assisted(seed, requester)
    case .optional, .form, .plain:
      "add a binding: binder.bind(\(metatype(typeName))).to(factory: …)"
    }
  }

  /// The argument of a call can't be bound; only an assisted factory receives it.
  private static func assisted(_ seed: String, _ requester: Key) -> String {
    // Its own seed is requested in a further form, such as an optional, in which no key can be its argument.
    if FunctionShape(seeded: requester)?.takes(seed) == true {
      return "request Assisted<\(seed)> itself, in no other form"
    }
    if case .factory(let description) = TypeShape(requester.typeName) {
      return "request Assisted<\(description).Seed>, or declare that Seed as \(seed)"
    }
    return "bind \(requester.typeName) with an AssistedFactory whose Seed is \(seed): "
      + "binder.bindFactory(\(TypeShape.metatype(requester.typeName))).with(….self).to(factory: …)"
  }
}
