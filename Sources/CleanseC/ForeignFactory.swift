import Cleanse

/// Creates the provider of a C-declared binding after its names are resolved.
///
/// - `Coding`: the coding of the function's result.
/// - `Element`: the type of the binding's value: that of the result, or a collection of one.
struct ForeignFactory<Coding: ForeignCoding, Element>: Sendable {
  let foreign: ForeignBinding
  let origin: String?
  let coding: Coding
  let wrap: @Sendable (Coding.Value) -> Element
  /// The coding of each parameter; for a collection requested element by element, that of an element.
  let parameters: [any ForeignCoding]

  init(
    _ foreign: ForeignBinding, _ origin: String?, _ coding: Coding,
    _ wrap: @escaping @Sendable (Coding.Value) -> Element, _ dictionary: ForeignDictionary
  ) {
    parameters = foreign.signature.parameters.map {
      dictionary.coding(of: ($0.element ?? $0).key.type)
    }
    (self.foreign, self.origin, self.coding, self.wrap) = (foreign, origin, coding, wrap)
  }

  func link(_ linker: Linker) -> AnyObject {
    switch foreign.source {
    case .value(let value): link(value, linker)
    case .function(let function): link(function, linker)
    case .declaration: preconditionFailure("A declaration has no value")
    }
  }
}

extension ForeignBinding {
  /// Whether creating the value can fail in a way that dependents have to handle, without regard to bridges.
  var canFail: Bool {
    guard case .function = source else { return false }
    let codings = ForeignDictionary.empty
    let result = signature.result.type
    return signature.throws || !result.isScalar && codings.coding(of: result).canFailToLoad
      || signature.parameters.contains { parameter in
        switch parameter.form {
        case .provider, .optionalProvider, .throwingElements: true
        case .value, .optional:
          !parameter.key.type.isScalar && codings.coding(of: parameter.key.type).canFailToStore
        }
      }
  }
}
