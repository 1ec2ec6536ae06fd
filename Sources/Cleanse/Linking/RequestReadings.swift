/// Decides how parameters are to be understood that can be in two ways: as recording does, by what the
/// nearest component has that has either.
struct RequestReadings {
  private struct Place: Hashable {
    let component: Int
    let key: Key
  }

  /// Which of the keys that parameters name as they stand are bound, and where.
  private var boundAsWritten: Set<Place> = []
  /// What the other ways to understand such parameters ask for, where it is bound.
  private var boundAsDerived: Set<Place> = []
  private let parents: [Int?]

  init(of bindings: [Binding], in components: [BindingGraph.Component]) {
    parents = components.map(\.parent)
    // By their places, as copying a binding takes longer than looking at it.
    var written: Set<Key> = []
    for place in bindings.indices {
      for number in bindings[place].requests.indices
      where bindings[place].requests[number].otherwise != nil {
        written.insert(bindings[place].requests[number].asWritten.key)
      }
    }
    guard !written.isEmpty else { return }
    let made = bindings.indices.filter { bindings[$0].kind != .optional }
    let bound = made.filter { written.contains(bindings[$0].key) }
    // Nobody binds such a type, nearly always.
    guard !bound.isEmpty else { return }
    let place = { Place(component: bindings[$0].component, key: bindings[$0].key) }
    boundAsWritten = Set(bound.map(place))
    boundAsDerived = Set(made.map(place))
  }

  func settle(_ bindings: inout [Binding]) {
    for place in bindings.indices {
      for number in bindings[place].requests.indices
      where bindings[place].requests[number].otherwise != nil {
        let request = bindings[place].requests[number]
        let isWritten = isAnsweredAsWritten(request, from: bindings[place].component)
        guard isWritten != request.isAsWritten else { continue }
        bindings[place].requests[number] = request.swapped
      }
    }
  }

  private func isAnsweredAsWritten(_ request: Request, from component: Int) -> Bool {
    guard !boundAsWritten.isEmpty else { return false }
    let (written, derived) = (request.asWritten.key, request.asDerived.key)
    var next: Int? = component
    while let component = next {
      if boundAsWritten.contains(Place(component: component, key: written)) { return true }
      if boundAsDerived.contains(Place(component: component, key: derived)) { return false }
      next = parents[component]
    }
    return false
  }
}

extension Request {
  /// Whether it asks for the parameter's type itself. What is derived always has another form.
  fileprivate var isAsWritten: Bool { form == .instance }

  private var reading: Reading { Reading(key: key, form: form) }

  fileprivate var asWritten: Reading { isAsWritten ? reading : otherwise ?? reading }

  fileprivate var asDerived: Reading { isAsWritten ? otherwise ?? reading : reading }

  fileprivate var swapped: Request {
    guard let otherwise else { return self }
    return Request(key: otherwise.key, form: otherwise.form, otherwise: reading)
  }
}
