extension Resolver {
  /// Finds the effects that propagate from each binding and each group.
  mutating func propagateEffects() {
    result.effects = Array(repeating: nil, count: bindings.count)
    var throwing: [BindingIndex] = []
    for index in bindingIndices {
      guard let effect = bindings[index].effect, bindings[index].call == nil,
        !bindings[index].isPrepared, !result.isReplaced[index.number]
      else { continue }
      result.effects[index.number] = effect
      if effect == .throwing { throwing.append(index) }
    }
    propagateErrors(from: &throwing)
    var heirs: [GroupIndex] = []
    for group in result.groupIndices {
      for index in result.effective(of: group) {
        result.groups[group].effect = max(result.groups[group].effect, result.effects[index.number])
      }
      if result.groups[group].inherited != nil { heirs.append(group) }
    }
    // A group inherits from an ancestor, whose index is smaller.
    heirs.sort { result.groups[$0].component < result.groups[$1].component }
    for group in heirs {
      guard let ancestor = result.groups[group].inherited else { continue }
      result.groups[group].effect = max(result.groups[group].effect, result.groups[ancestor].effect)
    }
  }

  /// Propagates errors to all bindings that depend on a throwing binding while their own value is made.
  private mutating func propagateErrors(from throwing: inout [BindingIndex]) {
    guard !throwing.isEmpty else { return }
    let requesters = immediateRequesters()
    let heirs = self.heirs()
    var isThrowing = Array(repeating: false, count: result.groups.count)
    var groups: [GroupIndex] = []
    while true {
      if let index = throwing.popLast() {
        let group = result.groupsOfBindings[index.number]
        if !isThrowing[group.number] {
          isThrowing[group.number] = true
          groups.append(group)
        }
      } else if let group = groups.popLast() {
        for heir in heirs[group] ?? [] where !isThrowing[heir.number] {
          isThrowing[heir.number] = true
          groups.append(heir)
        }
        for requester in requesters[group.number] where result.effects[requester.number] == nil {
          result.effects[requester.number] = .throwing
          throwing.append(requester)
        }
      } else {
        return
      }
    }
  }

  /// For each group, the bindings that depend on it while their value is made.
  private func immediateRequesters() -> [[BindingIndex]] {
    var requesters: [[BindingIndex]] = Array(repeating: [], count: result.groups.count)
    for index in bindingIndices
    where bindings[index].call == nil && !bindings[index].isPrepared
      && !result.isReplaced[index.number]
    {
      for (number, answer) in result.answers(of: index).enumerated()
      where bindings[index].requests[number].form.isImmediate {
        if let group = answer.group { requesters[group.number].append(index) }
      }
    }
    return requesters
  }

  /// For each group, the groups that inherit contributions from it.
  private func heirs() -> [GroupIndex: [GroupIndex]] {
    var heirs: [GroupIndex: [GroupIndex]] = [:]
    for group in result.groupIndices {
      guard let ancestor = result.groups[group].inherited else { continue }
      heirs[ancestor, default: []].append(group)
    }
    return heirs
  }

  /// Finds the bindings, requests and roots that can't be linked.
  mutating func findDefects() {
    let heirs = self.heirs()
    for index in bindingIndices where !result.isReplaced[index.number] {
      let allowed = bindings[index].allowedEffect
      for number in bindings[index].requests.indices {
        let form = bindings[index].requests[number].form
        let answer = result.firstAnswers[index.number] + number
        let defect = Self.defect(
          of: result.answers[answer], form, within: form.effectAllowed(to: allowed),
          in: result.groups)
        // Avoids a write: nearly always there is no defect.
        if let defect { result.answers[answer].defect = defect }
      }
      guard let effect = bindings[index].effect else { continue }
      if bindings[index].call != nil {
        if !effect.isWithin(allowed) { result.defects[index] = .unhandledError }
      } else if effect == .asynchronous {
        let isAwaited =
          bindings[index].isPrepared
          ? components[bindings[index].component].effect == .asynchronous
            // Collections are assembled synchronously, even from an override and a descendant's contributions.
          : bindings[index].kind != .contribution
            && heirs[result.groupsOfBindings[index.number]] == nil
        if !isAwaited { result.defects[index] = .unawaited }
      }
    }
    for component in components.indices {
      let effect = components[component].effect
      result.roots[component].defect = Self.defect(
        of: result.roots[component], .instance, within: effect, in: result.groups)
    }
  }

  /// The defect of an answer. Static, with the groups as a parameter, so that the resolver is not copied.
  private static func defect(
    of answer: Resolution.Answer, _ form: RequestForm, within allowed: Effect?,
    in groups: [Resolution.Group]
  ) -> Resolution.Defect? {
    guard let group = answer.group else { return .missing }
    if answer.isAbsent { return nil }
    if case .ambiguous = groups[group].provider { return .ambiguous }
    guard !form.isWeak, !groups[group].effect.isWithin(allowed) else { return nil }
    return groups[group].effect == .asynchronous ? .unawaited : .unhandledError
  }
}

extension Effect {
  fileprivate func isWithin(_ allowed: Effect?) -> Bool { Optional(self).isWithin(allowed) }
}
