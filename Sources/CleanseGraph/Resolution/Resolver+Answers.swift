extension Resolver {
  /// An answer, and the index of the alternative that it answers; nil for the reading in effect.
  private typealias Choice = (answer: Resolution.Answer, other: Int?)

  /// Finds the answer to each request and each root, and the reading of each request that is in effect.
  mutating func answer() {
    result.firstAnswers.reserveCapacity(bindings.count + 1)
    result.firstAnswers.append(0)
    result.isFactory.reserveCapacity(bindings.count)
    for index in bindingIndices {
      let component = bindings[index].component
      for number in bindings[index].requestIndices {
        let request = bindings[index].requests[number]
        var (answer, other) =
          decorated(by: index, request) ?? answer(to: request, from: component)
        if let other { bindings[index].requests[number] = request.choosing(other) }
        let form = other.map { request.alternatives[$0].form } ?? request.form
        answer.isWeak = form.isWeak
        answer.isDeferred = bindings[index].isDeferred(form)
        result.answers.append(answer)
        if form.isWeak, let group = answer.group {
          result.groups[group].isRequestedWeakly = true
        }
      }
      result.firstAnswers.append(result.answers.count)
      result.isFactory.append(bindings[index].subcomponent != nil)
    }
    for component in componentIndices {
      let root = Request(key: components[component].root, form: .instance)
      result.roots.append(answer(to: root, from: component).answer)
    }
  }

  /// The answer to a decorator's request for its own key: what it wraps. Nil for any other request.
  private mutating func decorated(
    by index: BindingIndex, _ request: Request
  ) -> Choice? {
    guard bindings[index].kind == .decorator else { return nil }
    let own = bindings[index].key
    let other = request.alternatives.firstIndex { $0.key == own }
    guard request.key == own || other != nil else { return nil }
    let chosen = request.key == own ? nil : other
    if let inner = wrapped(by: result.groupsOfBindings[index.number]) {
      return (Resolution.Answer(group: inner, levels: 0), chosen)
    }
    let key = result.numbers.number(of: bindings[index].key)
    guard let parent = components[bindings[index].component].parent,
      let (outer, levels) = nearest(key, from: parent)
    else { return (Resolution.Answer(), chosen) }
    return (Resolution.Answer(group: outer, levels: levels + 1), chosen)
  }

  /// Returns the answer, and the reading that it answers.
  ///
  /// The nearest component that provides one of the readings decides. Within a component, the parameter's type
  /// as written has precedence. The declaration of an optional answers only an optional request, and
  /// only if no ancestor has a binding.
  private mutating func answer(to request: Request, from component: ComponentIndex) -> Choice {
    let key = result.numbers.number(of: request.key)
    guard request.hasAlternatives else {
      return (answer(to: key, request.form, from: component), nil)
    }
    let alternatives = request.alternatives
    guard alternatives.count == 1 else {
      return answer(to: request, among: alternatives, from: component)
    }
    let alternative = alternatives[0]
    let isAsWritten = request.form.isShorter(than: alternative.form)
    let other = result.numbers.number(of: alternative.key)
    // Nearly always, only the derived reading is bound.
    guard result.table.hasGroups(of: isAsWritten ? key : other) else {
      return isAsWritten
        ? (answer(to: other, alternative.form, from: component), 0)
        : (answer(to: key, request.form, from: component), nil)
    }
    let (written, derived, form) =
      isAsWritten ? (key, other, alternative.form) : (other, key, request.form)
    let asWritten = nearest(written, from: component)
    let asDerived = nearest(derived, from: component)
    if let asWritten, asWritten.levels <= asDerived?.levels ?? .max {
      return (
        Resolution.Answer(group: asWritten.group, levels: asWritten.levels),
        isAsWritten ? nil : 0
      )
    }
    return (answer(to: derived, form, from: component), isAsWritten ? 0 : nil)
  }

  /// Returns the answer to a request in a composed form, which has a reading for each part that can be the type of a key.
  private mutating func answer(
    to request: Request, among alternatives: [Request.Reading], from component: ComponentIndex
  ) -> Choice {
    let readings = ([(nil, request.reading)] + alternatives.enumerated().map { ($0, $1) })
      .map { (choice: $0, key: result.numbers.number(of: $1.key), form: $1.form) }
      .sorted { $0.form.isShorter(than: $1.form) }
    var nearest: (choice: Int?, answer: Resolution.Answer)?
    for reading in readings {
      guard let (group, levels) = self.nearest(reading.key, from: component),
        levels < nearest?.answer.levels ?? .max
      else { continue }
      nearest = (reading.choice, Resolution.Answer(group: group, levels: levels))
    }
    if let nearest { return (nearest.answer, nearest.choice) }
    for reading in readings {
      let answer = answer(to: reading.key, reading.form, from: component)
      if answer.isAbsent { return (answer, reading.choice) }
    }
    return (Resolution.Answer(), readings[readings.count - 1].choice)
  }

  private func answer(
    to key: Int, _ form: RequestForm, from component: ComponentIndex
  ) -> Resolution.Answer {
    if let (group, levels) = nearest(key, from: component) {
      return Resolution.Answer(group: group, levels: levels)
    }
    guard form.allowsAbsence, let (group, levels) = declaredOptional(key, from: component) else {
      return Resolution.Answer()
    }
    return Resolution.Answer(group: group, levels: levels, isAbsent: true)
  }
}
