extension Resolver {
  /// Finds the answer to each request and each root, and the reading of each request that is in effect.
  mutating func answer() {
    result.firstAnswers.reserveCapacity(bindings.count + 1)
    result.firstAnswers.append(0)
    for index in bindingIndices {
      let component = bindings[index].component
      for number in bindings[index].requestIndices {
        let request = bindings[index].requests[number]
        let (answer, isOther) =
          decorated(by: index, request) ?? answer(to: request, from: component)
        if isOther { bindings[index].requests[number] = request.swapped }
        result.answers.append(answer)
        let form = isOther ? request.alternative?.form : request.form
        if form == .weakProvider, let group = answer.group {
          result.groups[group].isRequestedWeakly = true
        }
      }
      result.firstAnswers.append(result.answers.count)
    }
    for component in componentIndices {
      let root = Request(key: components[component].root, form: .instance)
      result.roots.append(answer(to: root, from: component).answer)
    }
  }

  /// The answer to a decorator's request for its own key: what it wraps. Nil for any other request.
  private mutating func decorated(
    by index: BindingIndex, _ request: Request
  ) -> (answer: Resolution.Answer, isOther: Bool)? {
    guard bindings[index].kind == .decorator else { return nil }
    let isOther = request.key != bindings[index].key
    guard !isOther || request.alternative?.key == bindings[index].key else { return nil }
    if let inner = result.groups[result.groupsOfBindings[index.number]].decorated {
      return (Resolution.Answer(group: inner, levels: 0), isOther)
    }
    let key = result.numbers.number(of: bindings[index].key)
    guard let parent = components[bindings[index].component].parent,
      let (outer, levels) = nearest(key, from: parent)
    else { return (Resolution.Answer(), isOther) }
    return (Resolution.Answer(group: outer, levels: levels + 1), isOther)
  }

  /// Returns the answer, and whether it answers the request's other reading.
  ///
  /// The nearest component that provides either reading decides. Within a component, the parameter's type
  /// as written has precedence. The declaration of an optional answers only an optional request, and
  /// only if no ancestor has a binding.
  private mutating func answer(
    to request: Request, from component: ComponentIndex
  ) -> (answer: Resolution.Answer, isOther: Bool) {
    let key = result.numbers.number(of: request.key)
    guard let alternative = request.alternative else {
      return (answer(to: key, request.form, from: component), false)
    }
    let other = result.numbers.number(of: alternative.key)
    // Nearly always, only the derived reading is bound.
    guard result.table.hasGroups(of: request.isAsWritten ? key : other) else {
      return request.isAsWritten
        ? (answer(to: other, alternative.form, from: component), true)
        : (answer(to: key, request.form, from: component), false)
    }
    let (written, derived, form) =
      request.isAsWritten ? (key, other, alternative.form) : (other, key, request.form)
    let asWritten = nearest(written, from: component)
    let asDerived = nearest(derived, from: component)
    if let asWritten, asWritten.levels <= asDerived?.levels ?? .max {
      return (
        Resolution.Answer(group: asWritten.group, levels: asWritten.levels), !request.isAsWritten
      )
    }
    return (answer(to: derived, form, from: component), request.isAsWritten)
  }

  private func answer(
    to key: Int, _ form: RequestForm, from component: ComponentIndex
  ) -> Resolution.Answer {
    if let (group, levels) = nearest(key, from: component) {
      return Resolution.Answer(group: group, levels: levels)
    }
    guard form == .optional, result.table.hasGroups(of: key) else { return Resolution.Answer() }
    var next: ComponentIndex? = component
    var levels = 0
    while let component = next {
      if let group = result.table.group(of: key, in: component), result.groups[group].isOptional {
        return Resolution.Answer(group: group, levels: levels, isAbsent: true)
      }
      next = components[component].parent
      levels += 1
    }
    return Resolution.Answer()
  }
}
