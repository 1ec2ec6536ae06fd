/// Decides what provides what.
///
/// A pure function: it has no I/O, knows no types of this process, and calls no closures. It takes time
/// and memory in proportion to the declarations.
struct Resolver {
  private let components: [BindingGraph.Component]
  private var bindings: [Binding]
  private var result = Resolution()

  /// Decides everything about the declarations.
  ///
  /// - Returns: The bindings with the reading of each request that is in effect, and the decisions.
  /// - Precondition: The indices of the declarations refer to each other.
  static func resolve(_ declarations: Declarations) -> (bindings: [Binding], Resolution) {
    var resolver = Resolver(declarations)
    resolver.group()
    resolver.inherit()
    resolver.answer()
    resolver.propagateEffects()
    resolver.findDefects()
    resolver.findCycles()
    resolver.findSteps()
    return (resolver.bindings, resolver.result)
  }

  private init(_ declarations: Declarations) {
    components = declarations.components
    bindings = declarations.bindings
    result.numbers = KeyNumbers(areShared: declarations.hasSharedKeys)
  }
}

// MARK: - Groups

extension Resolver {
  /// Puts the bindings of one key in one component together, and decides which of them are in effect.
  private mutating func group() {
    result.groupsOfComponents = Array(repeating: [], count: components.count)
    result.groupsOfBindings.reserveCapacity(bindings.count)
    var counts: [Int] = []
    for place in bindings.indices {
      let component = bindings[place].component
      let number = result.numbers.number(of: bindings[place].key)
      let group: Int
      if let known = result.table.group(of: number, in: component) {
        group = known
        counts[group] += 1
      } else {
        group = result.groups.count
        result.table.add(group, of: number, in: component)
        result.groups.append(Resolution.Group(component: component, key: bindings[place].key))
        result.groupsOfComponents[component].append(group)
        counts.append(1)
      }
      result.groupsOfBindings.append(group)
    }
    var ends: [Int] = []
    ends.reserveCapacity(counts.count)
    var end = 0
    for group in counts.indices {
      result.groups[group].members = end..<(end + counts[group])
      ends.append(end)
      end += counts[group]
    }
    result.members = Array(repeating: 0, count: bindings.count)
    for place in bindings.indices {
      let group = result.groupsOfBindings[place]
      result.members[ends[group]] = place
      ends[group] += 1
    }
    result.effective.reserveCapacity(bindings.count)
    result.isReplaced = Array(repeating: false, count: bindings.count)
    for group in result.groups.indices { decide(group) }
  }

  /// Decides which members of a group are in effect.
  private mutating func decide(_ group: Int) {
    let members = result.members(of: group)
    var content = result.groups[group]
    var singles = 0
    var hasSeedElement = false
    var isOrdered = true
    for place in members {
      switch bindings[place].kind {
      case .optional: content.isOptional = true
      case .contribution, .declaration: content.hasParts = true
      case .seedElement: hasSeedElement = true
      case .single, .seed, .subcomponent:
        if let override = bindings[place].override {
          content.highestOverride = max(content.highestOverride ?? override, override)
        } else {
          singles += 1
        }
      }
      if bindings[place].order != nil { isOrdered = false }
    }
    // Anything else that the component itself binds comes before the element of its seed.
    let isSeedElement = hasSeedElement && singles == 0 && !content.hasParts
    if isSeedElement { singles = 1 }
    let start = result.effective.count
    for place in members {
      if let highest = content.highestOverride, bindings[place].override != highest {
        result.isReplaced[place] = true
      } else if bindings[place].kind == .seedElement, !isSeedElement {
        result.isReplaced[place] = true
      } else if bindings[place].kind != .optional {
        result.effective.append(place)
      }
    }
    content.effective = start..<result.effective.count
    if content.highestOverride != nil {
      content.provider =
        content.effective.count == 1 ? .binding(result.effective[start]) : .ambiguous
    } else if content.hasParts {
      content.provider = singles == 0 ? .collection : .ambiguous
      if !isOrdered { sort(content.effective) }
    } else {
      content.provider =
        singles == 0 ? .none : singles == 1 ? .binding(result.effective[start]) : .ambiguous
    }
    result.groups[group] = content
  }

  /// Sorts contributions by their order; those of one order stay in that of declaration.
  private mutating func sort(_ range: Range<Int>) {
    let sorted = result.effective[range].sorted {
      let (left, right) = (bindings[$0].order ?? 0, bindings[$1].order ?? 0)
      return left == right ? $0 < $1 : left < right
    }
    result.effective.replaceSubrange(range, with: sorted)
  }

  /// Finds the group of an ancestor that each group shadows or, as a collection, adds to.
  private mutating func inherit() {
    for group in result.groups.indices {
      guard let parent = components[result.groups[group].component].parent else { continue }
      let key = result.numbers.number(of: result.groups[group].key)
      // Components can be nested deep, and most keys are bound in one of them.
      guard result.table.count(of: key) > 1, let outer = nearest(key, from: parent)?.group else {
        continue
      }
      result.groups[group].outer = outer
      if result.groups[group].isCollection, result.groups[outer].hasParts {
        result.groups[group].inherited = outer
      }
    }
  }

  /// The nearest group of a key that has a binding.
  private func nearest(_ key: Int, from component: Int) -> (group: Int, levels: Int)? {
    guard result.table.hasGroups(of: key) else { return nil }
    var next: Int? = component
    var levels = 0
    while let component = next {
      if let group = result.table.group(of: key, in: component), !result.groups[group].isAbsent {
        return (group, levels)
      }
      next = components[component].parent
      levels += 1
    }
    return nil
  }
}

// MARK: - Answers

extension Resolver {
  /// Finds what provides each request and each root, and which reading of a request is in effect.
  private mutating func answer() {
    result.firstAnswers.reserveCapacity(bindings.count + 1)
    result.firstAnswers.append(0)
    for place in bindings.indices {
      let component = bindings[place].component
      for number in bindings[place].requests.indices {
        let request = bindings[place].requests[number]
        let (answer, isOther) = answer(to: request, from: component)
        if isOther { bindings[place].requests[number] = request.swapped }
        result.answers.append(answer)
        let form = isOther ? request.otherwise?.form : request.form
        if form == .weakProvider, let group = answer.group {
          result.groups[group].isRequestedWeakly = true
        }
      }
      result.firstAnswers.append(result.answers.count)
    }
    for component in components.indices {
      let root = Request(key: components[component].root, form: .instance)
      result.roots.append(answer(to: root, from: component).answer)
    }
  }

  /// The answer, and whether it is that to the request's other reading.
  ///
  /// The nearest component decides that provides either reading; in one component, the parameter's type
  /// as it is written comes first. The declaration of an optional answers only an optional request, and
  /// only where no ancestor has a binding.
  private mutating func answer(
    to request: Request, from component: Int
  ) -> (answer: Resolution.Answer, isOther: Bool) {
    let key = result.numbers.number(of: request.key)
    guard let otherwise = request.otherwise else {
      return (answer(to: key, request.form, from: component), false)
    }
    let other = result.numbers.number(of: otherwise.key)
    // Nearly always, only the element is bound.
    guard result.table.hasGroups(of: request.isAsWritten ? key : other) else {
      return request.isAsWritten
        ? (answer(to: other, otherwise.form, from: component), true)
        : (answer(to: key, request.form, from: component), false)
    }
    let (written, derived, form) =
      request.isAsWritten ? (key, other, otherwise.form) : (other, key, request.form)
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
    to key: Int, _ form: RequestForm, from component: Int
  ) -> Resolution.Answer {
    if let (group, levels) = nearest(key, from: component) {
      return Resolution.Answer(group: group, levels: levels)
    }
    guard form == .optional, result.table.hasGroups(of: key) else { return Resolution.Answer() }
    var next: Int? = component
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

// MARK: - Effects

extension Resolver {
  /// Finds which effects propagate from each binding and each group.
  private mutating func propagateEffects() {
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
  private mutating func findDefects() {
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
          : bindings[place].kind != .contribution
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

// MARK: - Cycles and paths

extension Resolver: DependencyGraph {
  /// Nodes are the bindings and, after them, the groups: so a collection of many contributions that
  /// many depend on takes edges in proportion to both.
  var nodeCount: Int { bindings.count + result.groups.count }

  func dependency(of node: Int, at position: inout Int, isDeferred: inout Bool) -> Int? {
    if node >= bindings.count { return dependency(ofGroup: node - bindings.count, &position) }
    let requests = result.isReplaced[node] ? 0 : bindings[node].requests.count
    while position < requests {
      let number = position
      position += 1
      let answer = result.answers[result.firstAnswers[node] + number]
      let form = bindings[node].requests[number].form
      guard let group = answer.group, !answer.isAbsent, form != .weakProvider else { continue }
      isDeferred = bindings[node].isDeferred(form)
      return bindings.count + group
    }
    guard position == requests, let inner = bindings[node].subcomponent,
      !result.isReplaced[node], let root = result.roots[inner].group
    else { return nil }
    position += 1
    // The root is made when the factory is called.
    isDeferred = true
    return bindings.count + root
  }

  private func dependency(ofGroup group: Int, _ position: inout Int) -> Int? {
    let effective = result.groups[group].effective
    if position < effective.count {
      position += 1
      return result.effective[effective.lowerBound + position - 1]
    }
    guard position == effective.count, let inherited = result.groups[group].inherited else {
      return nil
    }
    position += 1
    return bindings.count + inherited
  }

  private mutating func findCycles() {
    for nodes in StronglyConnectedComponents(of: self).components {
      let groups = nodes.filter { $0 >= bindings.count }.map { $0 - bindings.count }.sorted()
      for group in groups { result.groups[group].cycle = result.cycles.count }
      result.cycles.append(groups)
      let count = bindings.count
      result.cyclicBindings.formUnion(nodes.filter { $0 < count })
      for part in StronglyConnectedComponents(of: self, immediatelyWithin: nodes).components {
        result.immediateCycles.append(part.filter { $0 < bindings.count }.sorted())
      }
    }
    result.immediateCycles.sort { $0[0] < $1[0] }
  }

  /// Searches in breadth from the root of the root component, through requests of every form and through the
  /// factories of subcomponents.
  private mutating func findSteps() {
    result.steps = Array(repeating: nil, count: bindings.count)
    var isSeen = Array(repeating: false, count: result.groups.count)
    var queue: [Int] = []
    queue.reserveCapacity(bindings.count)
    var position = -1
    func see(_ answer: Resolution.Answer, from previous: Int?) {
      guard let group = answer.group, !isSeen[group] else { return }
      let groups =
        result.groups[group].inherited == nil ? [group] : result.chain(from: group).reversed()
      for group in groups where !isSeen[group] {
        isSeen[group] = true
        for place in result.effective(of: group) where result.steps[place] == nil {
          result.steps[place] = step(to: place, from: previous)
          queue.append(place)
        }
      }
    }
    see(result.roots[0], from: nil)
    while position + 1 < queue.count {
      position += 1
      let place = queue[position]
      for answer in result.answers(of: place) { see(answer, from: place) }
      if let inner = bindings[place].subcomponent { see(result.roots[inner], from: place) }
    }
  }

  private func step(to place: Int, from previous: Int?) -> Resolution.Step {
    guard let previous, let step = result.steps[previous] else {
      return Resolution.Step(length: 1, previous: place, third: place)
    }
    return Resolution.Step(
      length: step.length + 1, previous: previous, third: step.length < 3 ? place : step.third)
  }
}
