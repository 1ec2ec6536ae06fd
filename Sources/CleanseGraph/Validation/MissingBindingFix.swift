/// The lines to write in Swift for a key that nothing answers.
enum MissingBindingFix {
  /// - Parameter requester: Who is the first to ask for it.
  static func lines(for key: Key, askedForBy requester: Key) -> String {
    let metatype = TypeShape.metatype
    guard let tag = key.tagName else {
      return switch TypeShape(key.typeName) {
      case .array(let element):
        "binder.declareCollection(of: \(metatype(element))), where it may be empty\n"
          + "binder.bind(\(metatype(element))).intoCollection().to(factory: …), for each element"
      case .set(let element):
        "binder.declareSet(of: \(metatype(element))), where it may be empty\n"
          + "binder.bind(\(metatype(element))).intoSet().to(factory: …), for each element"
      case .dictionary(let entry, let value):
        "binder.declareDictionary(of: \(metatype(value)), keyedBy: \(metatype(entry))), where it may "
          + "be empty\n"
          + "binder.bind(\(metatype(value))).intoDictionary(key: …).to(factory: …), for each entry"
      case .factory(let description):
        "binder.bindFactory(\(description).Element.self).with(\(description).self).to(factory: …)"
      case .propertyInjector(let element):
        "binder.bindPropertyInjectionOf(\(metatype(element))).to(injector: …)"
      case .componentFactory(let component):
        "binder.install(dependency: \(component).self)"
      case .assisted(let seed):
        assisted(seed, requester)
      case .optional, .form, .plain:
        "binder.bind(\(metatype(key.typeName))).to(factory: …)"
      }
    }
    let tagged = ".tagged(with: \(tag).self)"
    return switch TypeShape(key.typeName) {
    case .array(let element):
      "binder.declareCollection(of: \(metatype(element)), tagged: \(tag).self), where it may be "
        + "empty\n"
        + "binder.bind(\(metatype(element))).intoCollection()\(tagged).to(factory: …), for each "
        + "element"
    case .set(let element):
      "binder.bind(\(metatype(element))).intoSet()\(tagged).to(factory: …), for each element"
    case .dictionary(_, let value):
      "binder.bind(\(metatype(value))).intoDictionary(key: …)\(tagged).to(factory: …), for each "
        + "entry"
    default:
      "binder.bind(\(metatype(key.typeName)))\(tagged).to(factory: …)"
    }
  }

  /// What is given to a call can't be bound; only an assisted factory has it.
  private static func assisted(_ seed: String, _ requester: Key) -> String {
    if case .factory(let description) = TypeShape(requester.typeName) {
      return "ask for Assisted<\(description).Seed>, or let that Seed be \(seed)"
    }
    return "binder.bindFactory(\(TypeShape.metatype(requester.typeName))).with(….self)"
      + ".to(factory: …), with an AssistedFactory whose Seed is \(seed)"
  }
}
