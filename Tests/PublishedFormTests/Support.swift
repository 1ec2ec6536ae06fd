// Code in the style of the published framework. The target is compiled in the Swift 5 language mode, with
// warnings as errors.

import Cleanse

/// The lines that a test records.
final class Notes: @unchecked Sendable {
  var lines: [String] = []
}

/// A component with the bindings of a module, whose root has one of their values.
struct Requesting<Value, M: Cleanse.Module>: RootComponent where M.Scope == Singleton {
  struct Root { let value: Value }
  static func configure(binder: Binder<Singleton>) { binder.include(module: M.self) }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    return bind.to { (value: Value) in Root(value: value) }
  }
}

func requested<Value, M: Cleanse.Module>(_ value: Value.Type, of module: M.Type) throws -> Value
where M.Scope == Singleton {
  return try ComponentFactory.of(Requesting<Value, M>.self).build(()).value
}

protocol Speaker { func speak() -> String }

struct LoudSpeaker: Speaker {
  func speak() -> String { return "LOUD" }
}

struct QuietSpeaker: Speaker {
  func speak() -> String { return "quiet" }
}

/// A step of the program's own, for every binding of a string.
extension BindToable where Input == String {
  @discardableResult
  func toGreeting() -> BindingReceipt<String> { return to(value: "hello") }
}
