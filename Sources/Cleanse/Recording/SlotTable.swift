/// Finds what answers a request by the request's type, without ever asking a type what it is: a
/// failing cast costs more than everything else that is done for a binding.
struct SlotTable {
  private(set) var slots: [Recording.Slot] = []
  private var direct: [ObjectIdentifier: Int] = [:]
  /// Filled at the first request that is not for a bound value itself.
  private var derived: [ObjectIdentifier: Recording.Target]?

  mutating func add(_ binding: RecordedBinding, at index: Int) {
    let slot = slot(of: binding.key)
    if let assembler = binding.assembler {
      slots[slot].contributions.append(index)
      slots[slot].assembler = assembler
    } else {
      slots[slot].bindings.append(index)
    }
  }

  mutating func declare(_ declaration: Recorder.Declaration) {
    slots[slot(of: declaration.key)].assembler = declaration.assembler
  }

  /// What answers a request for the type; a binding of just that type comes before one that only
  /// can be wrapped into it.
  mutating func target(of request: any Any.Type) -> Recording.Target? {
    if let slot = direct[ObjectIdentifier(request)] {
      return Recording.Target(slot: slot, form: slots[slot].key.form)
    }
    let table = derived ?? deriveForms()
    guard let target = table[ObjectIdentifier(request)] else { return nil }
    if target.form == .weakProvider {
      slots[target.slot].isRequestedWeakly = true
    }
    return target
  }

  private mutating func slot(of key: any RecordedKey.Type) -> Int {
    let request = ObjectIdentifier(key.request)
    if let slot = direct[request] { return slot }
    direct[request] = slots.count
    slots.append(Recording.Slot(key: key))
    return slots.count - 1
  }

  private mutating func deriveForms() -> [ObjectIdentifier: Recording.Target] {
    var table: [ObjectIdentifier: Recording.Target] = [:]
    for (index, slot) in slots.enumerated() {
      for (type, form) in slot.key.derivedForms {
        table[ObjectIdentifier(type)] = Recording.Target(slot: index, form: form)
      }
    }
    derived = table
    return table
  }
}
