import Cleanse

/// Makes the providers of a binding of C, once it is known what its names mean.
///
/// - `Coding`: how the function's result crosses.
/// - `Element`: what the binding makes of it: the same, or a collection of one.
struct ForeignFactory<Coding: ForeignCoding, Element>: Sendable {
  let foreign: ForeignBinding
  let origin: String?
  let coding: Coding
  let wrap: @Sendable (Coding.Value) -> Element
  /// How the value of each parameter crosses; of one that requests a collection element by element, how an
  /// element does.
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
    case .declaration: preconditionFailure("A declaration makes no value")
    }
  }
}

extension ForeignBinding {
  /// Whether making the value can fail in a way that the requester has to handle, as far as there are no
  /// bridges.
  var canFail: Bool {
    guard case .function = source else { return false }
    let codings = ForeignDictionary.empty
    return signature.throws || codings.coding(of: signature.result.type).canFailToLoad
      || signature.parameters.contains { parameter in
        switch parameter.form {
        case .provider, .throwingElements: true
        case .value, .optional: codings.coding(of: parameter.key.type).canFailToStore
        }
      }
  }
}
