/// Finds what answers a request within one component by the identity of the request's type.
struct SlotTable {
  private var slots: [ObjectIdentifier: (slot: Int, form: AccessForm)] = [:]

  func slot(of key: any RecordedKey.Type) -> Int? {
    slots[ObjectIdentifier(key.request)]?.slot
  }

  mutating func add(_ key: any RecordedKey.Type, slot: Int) {
    slots[ObjectIdentifier(key.request)] = (slot, key.form)
  }

  /// What is bound or declared under just this type; it comes before what only can be wrapped into
  /// it.
  func directAnswer(to request: any Any.Type) -> (slot: Int, form: AccessForm)? {
    slots[ObjectIdentifier(request)]
  }

  /// What can be wrapped into the type.
  func derivedAnswer(to request: DerivedRequest) -> (slot: Int, form: AccessForm)? {
    // A tagged provider may itself be bound, without a tag.
    guard let (slot, form) = slots[ObjectIdentifier(request.keyRequest)],
      (form == .instance) == (request.tag == nil)
    else { return nil }
    return (slot, request.form)
  }
}
