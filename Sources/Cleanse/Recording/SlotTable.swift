/// Finds what answers a request within one component by the request's type, without ever asking a
/// type what it is: a failing cast costs more than everything else that is done for a binding.
struct SlotTable {
  private var direct: [ObjectIdentifier: (slot: Int, key: any RecordedKey.Type)] = [:]
  /// Filled at the first request that is not for a bound value itself.
  private var derived: [ObjectIdentifier: (slot: Int, form: AccessForm)]?

  func slot(of key: any RecordedKey.Type) -> Int? {
    direct[ObjectIdentifier(key.request)]?.slot
  }

  /// - Precondition: No request has been answered yet.
  mutating func add(_ key: any RecordedKey.Type, slot: Int) {
    direct[ObjectIdentifier(key.request)] = (slot, key)
  }

  /// What is bound or declared under just this type; it comes before what only can be wrapped into
  /// it.
  func directAnswer(to request: any Any.Type) -> (slot: Int, form: AccessForm)? {
    direct[ObjectIdentifier(request)].map { ($0.slot, $0.key.form) }
  }

  /// What can be wrapped into the type.
  mutating func derivedAnswer(to request: any Any.Type) -> (slot: Int, form: AccessForm)? {
    (derived ?? deriveForms())[ObjectIdentifier(request)]
  }

  private mutating func deriveForms() -> [ObjectIdentifier: (slot: Int, form: AccessForm)] {
    var table: [ObjectIdentifier: (slot: Int, form: AccessForm)] = [:]
    for (slot, key) in direct.values {
      for (type, form) in key.derivedForms {
        table[ObjectIdentifier(type)] = (slot, form)
      }
    }
    derived = table
    return table
  }
}
