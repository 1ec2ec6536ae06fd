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

  /// What answers a request for the type; a binding of just that type comes before one that only
  /// can be wrapped into it.
  mutating func answer(to request: any Any.Type) -> (slot: Int, form: AccessForm)? {
    let request = ObjectIdentifier(request)
    if let (slot, key) = direct[request] { return (slot, key.form) }
    return (derived ?? deriveForms())[request]
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
