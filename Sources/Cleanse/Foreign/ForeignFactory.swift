/// Makes the providers of a binding of C, once all names have their meaning.
///
/// - `Coding`: how the function's result crosses.
/// - `Element`: what the binding makes of it: the same, or a collection of one.
struct ForeignFactory<Coding: ForeignCoding, Element>: Sendable {
  let key: any RecordedKey.Type
  let requests: [any Any.Type]
  /// Whether making the value can fail in a way that whoever asks has to cope with.
  let effect: Effect?

  let foreign: ForeignBinding
  let origin: String?
  let coding: Coding
  let wrap: @Sendable (Coding.Value) -> Element
  let parameters: [any ForeignCoding]

  init(
    _ foreign: ForeignBinding, _ origin: String?, _ coding: Coding,
    _ wrap: @escaping @Sendable (Coding.Value) -> Element, _ dictionary: ForeignDictionary
  ) {
    let signature = foreign.signature
    key = dictionary.key(of: foreign.key)
    requests = signature.parameters.map { dictionary.key(of: $0.key).request(as: $0.form) }
    parameters = signature.parameters.map { dictionary.coding(of: $0.key.type) }
    let canFail =
      switch foreign.source {
      // A value was looked at when it was bound, but not by a bridge.
      case .value: dictionary.isBridged(signature.result.type)
      case .function:
        signature.throws || coding.canFailToLoad
          || zip(signature.parameters, parameters).contains { parameter, coding in
            if case .provider = parameter.form { true } else { coding.canFailToStore }
          }
      }
    effect = canFail ? .throwing : nil
    (self.foreign, self.origin, self.coding, self.wrap) = (foreign, origin, coding, wrap)
  }

  func link(_ linker: Linker) -> AnyObject {
    switch foreign.source {
    case .value(let value): link(value, linker)
    case .function(let function): link(function, linker)
    }
  }
}
