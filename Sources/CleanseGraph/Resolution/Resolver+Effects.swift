extension Resolver {
  /// Finds which effects propagate from each binding and each group.
  mutating func propagateEffects() {
    result.effects = Array(repeating: nil, count: bindings.count)
    var throwing: [Int] = []
    for place in bindings.indices {
      guard let effect = bindings[place].effect, bindings[place].call == nil,
        !bindings[place].isPrepared, !result.isReplaced[place]
      else { continue }
      result.effects[place] = effect
      if effect == .throwing { throwing.append(place) }
    }
    propagateErrors(from: &throwing)
    var heirs: [Int] = []
    for group in result.groups.indices {
      for place in result.effective(of: group) {
        result.groups[group].effect = max(result.groups[group].effect, result.effects[place])
      }
      if result.groups[group].inherited != nil { heirs.append(group) }
    }
    // What a group inherits from is in an ancestor, whose number is smaller.
    heirs.sort { result.groups[$0].component < result.groups[$1].component }
    for group in heirs {
      guard let outer = result.groups[group].inherited else { continue }
      result.groups[group].effect = max(result.groups[group].effect, result.groups[outer].effect)
    }
  }

  /// Takes an error to all that depend on what can throw while their own value is made.
  private mutating func propagateErrors(from throwing: inout [Int]) {
    guard !throwing.isEmpty else { return }
    let requesters = immediateRequesters()
    let heirs = self.heirs()
    var isThrowing = Array(repeating: false, count: result.groups.count)
    var groups: [Int] = []
    while true {
      if let place = throwing.popLast() {
        let group = result.groupsOfBindings[place]
        if !isThrowing[group] {
          isThrowing[group] = true
          groups.append(group)
        }
      } else if let group = groups.popLast() {
        for heir in heirs[group] ?? [] where !isThrowing[heir] {
          isThrowing[heir] = true
          groups.append(heir)
        }
        for requester in requesters[group] where result.effects[requester] == nil {
          result.effects[requester] = .throwing
          throwing.append(requester)
        }
      } else {
        return
      }
    }
  }

  /// For each group, the bindings that depend on it while their value is made.
  private func immediateRequesters() -> [[Int]] {
    var requesters: [[Int]] = Array(repeating: [], count: result.groups.count)
    for place in bindings.indices
    where bindings[place].call == nil && !bindings[place].isPrepared && !result.isReplaced[place] {
      for (number, answer) in result.answers(of: place).enumerated()
      where bindings[place].requests[number].form.isImmediate {
        if let group = answer.group { requesters[group].append(place) }
      }
    }
    return requesters
  }

  /// For each group that others inherit contributions from: those.
  private func heirs() -> [Int: [Int]] {
    var heirs: [Int: [Int]] = [:]
    for group in result.groups.indices {
      if let outer = result.groups[group].inherited { heirs[outer, default: []].append(group) }
    }
    return heirs
  }

  /// Finds what can't be linked.
  mutating func findDefects() {
    let heirs = self.heirs()
    for place in bindings.indices where !result.isReplaced[place] {
      let allowed = bindings[place].allowedEffect
      for number in bindings[place].requests.indices {
        let form = bindings[place].requests[number].form
        let answer = result.firstAnswers[place] + number
        let defect = Self.defect(
          of: result.answers[answer], form, within: form.effectAllowed(to: allowed),
          in: result.groups)
        // Nearly always there is none.
        if let defect { result.answers[answer].defect = defect }
      }
      guard let effect = bindings[place].effect else { continue }
      if bindings[place].call != nil {
        if !effect.isWithin(allowed) { result.defects[place] = .unhandledError }
      } else if effect == .asynchronous {
        let isAwaited =
          bindings[place].isPrepared
          ? components[bindings[place].component].effect == .asynchronous
            // Collections are put together at once, also of an override and contributions of a descendant.
          : bindings[place].kind != .contribution && heirs[result.groupsOfBindings[place]] == nil
        if !isAwaited { result.defects[place] = .unawaited }
      }
    }
    for component in components.indices {
      let effect = components[component].effect
      result.roots[component].defect = Self.defect(
        of: result.roots[component], .instance, within: effect, in: result.groups)
    }
  }

  /// What keeps an answer from being linked. Given the groups alone, as a resolver would be copied for it.
  private static func defect(
    of answer: Resolution.Answer, _ form: RequestForm, within allowed: Effect?,
    in groups: [Resolution.Group]
  ) -> Resolution.Defect? {
    guard let group = answer.group else { return .missing }
    if answer.isAbsent { return nil }
    if case .ambiguous = groups[group].provider { return .ambiguous }
    guard form != .weakProvider, !groups[group].effect.isWithin(allowed) else { return nil }
    return groups[group].effect == .asynchronous ? .unawaited : .unhandledError
  }
}

extension Effect {
  fileprivate func isWithin(_ allowed: Effect?) -> Bool { Optional(self).isWithin(allowed) }
}
