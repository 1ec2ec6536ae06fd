// This folder links a recording, and builds from what was linked. The `Linker` follows the resolution, dependencies
// first, and makes a `LinkedProvider` for each group, or a `ThrowingLinkedProvider` or an `AsyncLinkedProvider`; for a
// cycle, it leaves a `LateLink` to complete. A `ComponentPlan` is what `build` needs of a component. At run time there
// are a `ComponentStorage` with a cell for each shared instance (`SharedCells`), and `Context`s: how much of it a
// provider reaches and keeps alive. The types that users request (`Provider`, `Factory`, `ComponentFactory`, …) hold a
// linked provider and a context.

import CleanseGraph
internal import CleanseSupport

/// Links the bindings that a root needs, each after its dependencies.
///
/// It follows the decisions of the resolver and makes none of its own.
package final class Linker {
  /// The recording can't be linked. The validators report why; this error is for callers that skipped
  /// validation.
  package struct Failure: Error {
    package init() {}
  }

  /// The group that provides a request.
  @frozen package struct Target {
    let group: GroupIndex
    package internal(set) var form: RequestForm
    /// The number of levels up to the ancestor that is the group's component.
    let levels: Int
    /// Whether the group has no binding, so that an optional is nil.
    package let isAbsent: Bool
    /// The type of the group's value.
    package let element: any Any.Type
  }

  /// A group on the path of the traversal, or all members of a cycle, which are linked together.
  private struct Hop {
    let group: GroupIndex
    let cycle: Int?
    /// The index of its first dependency in those of the path.
    let first: Int
    /// The index of the next dependency to link.
    var next: Int
  }

  /// What is being linked. The dependencies of a hop follow those of the previous one.
  private struct Path {
    var hops: [Hop] = []
    var dependencies: [GroupIndex] = []
  }

  package let recording: Recording
  let graph: BindingGraph
  package let resolution: Resolution
  // Safety: each access ends before other code of the linker runs. Otherwise, each would be checked when it runs.
  @exclusivity(unchecked) private var unchecked: Progress
  /// What has been linked so far.
  var progress: Progress {
    @inline(__always) _read { yield unsafe unchecked }
    @inline(__always) _modify { yield unsafe &unchecked }
  }
  /// The state of a group. Not read through `progress`, whose accessor is not inlined where an object is read.
  func state(of group: GroupIndex) -> State { unsafe unchecked.states[group.number] }
  /// The linked providers, in the order of linking. Declared after the states, so that they are released after
  /// them.
  let providers = LinkedProviders()
  /// For each linked group that is requested weakly, the cell of its instance.
  var weakCells: [WeakSlot: Cell] = [:]
  /// The linked parts of collections that are requested element by element.
  var parts: [GroupIndex: [CollectionPart]] = [:]
  /// Records the calls of the factories that are linked; nil for none. Without it, no call does anything more.
  let trace: Trace?

  package convenience init(_ recording: Recording) {
    self.init(recording, tracedBy: Trace.current)
  }

  init(_ recording: Recording, tracedBy trace: Trace?) {
    self.trace = trace
    self.recording = recording
    graph = recording.graph
    resolution = graph.resolution
    unsafe unchecked = Progress(
      groups: resolution.groups.count, components: graph.components.count)
  }

  func linkRoot() throws(Failure) {
    _ = try link(group: root(of: .root))
    for group in serviceGroups(of: .root) { _ = try link(group: group) }
  }

  /// Returns the group that provides the root of a component.
  func root(of component: ComponentIndex) throws(Failure) -> GroupIndex {
    let answer = resolution.roots[component.number]
    guard answer.defect == nil, let group = answer.group else { throw Failure() }
    return group
  }

  /// The groups that provide the services of a component.
  private func serviceGroups(of component: ComponentIndex) -> [GroupIndex] {
    (resolution.services[component] ?? []).map { resolution.groupsOfBindings[$0.binding.number] }
  }

  /// Whether a caller that can't await can make the value of the linked group.
  func isReady(group: GroupIndex) -> Bool {
    resolution.groups[group].effect.isWithin(.throwing) && awaitsNothing
  }

  /// Whether no `build` awaits what has been linked.
  var awaitsNothing: Bool { progress.layouts.allSatisfy(\.preparations.isEmpty) }

  /// Whether what has been linked depends on the seed of the root component.
  var needsSeed: Bool { progress.layouts[ComponentIndex.root.number].seedCell != nil }

  /// Returns the context of a new instance of the root component, which reaches everything that has been
  /// linked.
  package func rootContext() -> Context {
    progress.layouts[ComponentIndex.root.number].context(holding: providers, inside: nil)
  }

  /// Links a group and all of its dependencies.
  ///
  /// The traversal has an explicit stack, so a long chain of dependencies can't overflow the thread's stack.
  package func link(group root: GroupIndex) throws(Failure) -> AnyObject {
    var path = Path()
    try enter(root, &path)
    while let hop = path.hops.last {
      if hop.next < path.dependencies.count {
        path.hops[path.hops.count - 1].next += 1
        try enter(path.dependencies[hop.next], &path)
      } else {
        try leave(&path)
      }
    }
    guard case .linked(let provider) = state(of: root) else { throw Failure() }
    return provider
  }

  private func enter(_ group: GroupIndex, _ path: inout Path) throws(Failure) {
    switch state(of: group) {
    case .linked: return
    case .entered: throw Failure()
    case .untouched: break
    }
    let (cycle, count) = (resolution.groups[group.number].cycle, path.dependencies.count)
    path.hops.append(Hop(group: group, cycle: cycle, first: count, next: count))
    guard let cycle else { return try enter(member: group, of: nil, &path) }
    for member in resolution.cycles[cycle] { try enter(member: member, of: cycle, &path) }
  }

  private func enter(
    member: GroupIndex, of cycle: Int?, _ path: inout Path
  ) throws(Failure) {
    progress.states[member.number] = .entered
    try visitDependencies(of: member) { dependency, _ in
      if cycle == nil || resolution.groups[dependency.number].cycle != cycle {
        path.dependencies.append(dependency)
      }
    }
  }

  private func leave(_ path: inout Path) throws(Failure) {
    let hop = path.hops.removeLast()
    let depth = path.dependencies[hop.first...].reduce(0) {
      Swift.max($0, progress.depths[$1.number])
    }
    path.dependencies.removeSubrange(hop.first...)
    guard let cycle = hop.cycle else { return link(entered: hop.group, depth: depth + 1) }
    try linkCycle(resolution.cycles[cycle], depth: depth)
  }

  func link(entered group: GroupIndex, depth: Int) {
    progress.depths[group.number] = depth
    let provider = linkEntered(group)
    providers.append(provider)
    progress.states[group.number] = .linked(provider)
  }

  /// Visits the groups that a group depends on, with whether each request is deferred.
  func visitDependencies(
    of group: GroupIndex, _ visit: (GroupIndex, _ isDeferred: Bool) -> Void
  ) throws(Failure) {
    switch resolution.groups[group.number].provider {
    case .none, .ambiguous: throw Failure()
    case .binding(let binding): try visitDependencies(of: binding, visit)
    case .collection:
      if let inherited = resolution.groups[group.number].inherited { visit(inherited, false) }
      for binding in contributions(to: group) { try visitDependencies(of: binding, visit) }
    }
  }

  /// Returns the contributions of the group's own component, in order.
  func contributions(to group: GroupIndex) -> [BindingIndex] {
    resolution.effective(of: group).filter { graph[$0].kind == .contribution }
  }

  private func visitDependencies(
    of index: BindingIndex, _ visit: (GroupIndex, _ isDeferred: Bool) -> Void
  ) throws(Failure) {
    guard resolution.defects[index] == nil else { throw Failure() }
    let binding = graph[index]
    let requests = binding.requests
    for (number, answer) in resolution.answers(of: index).enumerated() {
      guard answer.defect == nil, let group = answer.group else { throw Failure() }
      let form = requests[number].form
      guard !answer.isAbsent, !form.isWeak || isMadeOnWeakRequest(group) else { continue }
      visit(group, binding.isDeferred(form))
    }
    guard let component = binding.subcomponent else { return }
    visit(try root(of: component), true)
    for group in serviceGroups(of: component) { visit(group, true) }
  }

  func isMadeOnWeakRequest(_ group: GroupIndex) -> Bool {
    resolution.isMadeOnWeakRequest(group, of: graph.bindings)
  }

  /// Links a group whose dependencies are linked.
  private func linkEntered(_ group: GroupIndex) -> AnyObject {
    let content = resolution.groups[group]
    let weakSlot = content.isRequestedWeakly ? WeakSlot(group: group) : nil
    switch content.provider {
    case .binding(let binding): return link(binding: binding, weakSlot: weakSlot)
    case .collection:
      let inherited = content.inherited.map { ancestor in
        linked(group: ancestor, levels: levels(from: group, to: ancestor))
      }
      let contributions = contributions(to: group)
      let providers = contributions.map {
        progress.openCycle?.contributions[$0] ?? link(binding: $0, weakSlot: nil)
      }
      parts[group] = zip(providers, contributions).map { provider, binding in
        CollectionPart(
          provider: provider, binding: binding,
          element: recording.implementations[binding.number].element, levels: 0)
      }
      let steps = stepsToCompare(of: group)
      if let steps, steps.count > 1 { noteFailure(of: group) }
      if let inherited = content.inherited, isFallible(inherited) { noteFailure(of: group) }
      return assembler(of: group).assemble(
        (inherited.map { [$0] } ?? []) + providers, effect: effect(of: group), comparing: steps)
    // The order of linking has only groups with a provider.
    case .none, .ambiguous: preconditionFailure("A group without a provider was entered")
    }
  }

  /// The bindings that contribute the parts of a dictionary, if the keys of some are known only when they are made, and no
  /// two parts may have the same key.
  func stepsToCompare(of group: GroupIndex) -> [ResolutionError.Step]? {
    guard assembler(of: group).hasKeys else { return nil }
    let all = resolution.chain(from: group).flatMap { resolution.effective(of: $0) }
      .map { graph.bindings[$0] }
    guard !graph.allowsDuplicateKeys(in: group),
      all.contains(where: { $0.kind != .declaration && $0.entry == nil })
    else { return nil }
    let inherited = resolution.groups[group].inherited.flatMap {
      resolution.effective(of: $0).first
    }
    return ((inherited.map { [$0] } ?? []) + contributions(to: group))
      .map { ResolutionError.Step(graph.bindings[$0]) }
  }

  /// Returns the number of levels from a group's component up to that of a group in an ancestor.
  func levels(from group: GroupIndex, to ancestor: GroupIndex) -> Int {
    let target = resolution.groups[ancestor].component
    var levels = 0
    var component = resolution.groups[group].component
    while component != target, let parent = graph[component].parent {
      component = parent
      levels += 1
    }
    return levels
  }

  private func assembler(of group: GroupIndex) -> any CollectionAssembler.Type {
    let known = resolution.members(of: group).lazy.compactMap {
      self.recording.implementations[$0.number].assembler
    }
    guard let assembler = known.first else {
      // The binder records an assembler with each contribution and each declaration.
      preconditionFailure("A collection was recorded without an assembler")
    }
    return assembler
  }

  /// Returns the plan of a component whose root is linked, or is a member of the cycle that is being linked.
  func plan<C: ComponentBase>(of type: C.Type, component: ComponentIndex) -> ComponentPlan<C> {
    guard let root = resolution.roots[component.number].group else {
      preconditionFailure("A component was linked without its root")
    }
    let plan = ComponentPlan<C>()
    guard let cycle = progress.openCycle?.number else {
      complete(
        plan,
        root: graph[component].effect == nil ? unfailing(root) : linked(group: root, levels: 0),
        services: services(of: component),
        component: component, parentLevel: nil)
      return plan
    }
    precondition(resolution.groups[root].cycle == cycle || isLinked(root))
    // The provider of the root may hold the plan, so the plan must not hold it.
    let effect =
      resolution.groups[root].effect ?? (graph[component].effect == nil ? nil : .throwing)
    let provider = late(group: root, levels: 0, effect: effect)
    let services = services(of: component)
    progress.openCycle?.completions.append { [unowned self] in
      complete(
        plan, root: provider, services: services, component: component,
        parentLevel: graph[component].parent.map { progress.layouts[$0.number].level })
    }
    return plan
  }

  func isLinked(_ group: GroupIndex) -> Bool {
    if case .linked = state(of: group) { true } else { false }
  }

  private func complete<C: ComponentBase>(
    _ plan: ComponentPlan<C>, root: AnyObject, services: [LinkedService], component: ComponentIndex,
    parentLevel: Level?
  ) {
    plan.complete(
      ComponentPlan<C>.Content(
        root: EffectLink(root), layout: progress.layouts[component.number],
        // A subcomponent's factory is one of the providers, so it must not hold them. The holder of a root
        // that it builds also holds the parent component.
        providers: component == .root ? providers : nil, services: services,
        parentLevel: parentLevel))
  }

  /// Returns a linked provider of the target's value in the form of the request.
  ///
  /// - Parameters:
  ///   - type: The type of the parameter; nil if only the form is known.
  ///   - handlesError: Whether the requester handles an error although the form can't carry one, as the call
  ///     of a throwing assisted factory does.
  package func provider(
    for target: Target, as type: (any Any.Type)? = nil, handlesError: Bool = false
  ) -> AnyObject {
    // The most common case, which needs no metadata.
    guard target.form != .instance || handlesError || isFallible(target.group) else {
      return linked(target)
    }
    guard !target.form.isComposed else { return composed(target, as: type) }
    guard target.form != .weakProvider else { return weakProvider(for: target) }
    let key = recording.typedKey(of: target.group)
    guard !target.isAbsent else { return key.absent() }
    if stops(target, handlesError: handlesError) {
      return key.adapt(key.stopping(linked(target)), to: target.form, as: type)
    }
    guard let effect = effect(of: target.group) else {
      if handlesError || target.form == .throwingProvider || target.form == .asyncProvider,
        !isLinked(target.group)
      {
        // The call itself can fail, which its caller handles.
        let provider = late(group: target.group, levels: target.levels, effect: .throwing)
        return key.adapt(provider, to: target.form, effect: .throwing)
      }
      return key.adapt(linked(target), to: target.form, as: type)
    }
    return key.adapt(linked(target), to: target.form, effect: effect)
  }

  /// Returns the provider of the target's value, whatever form was requested.
  package func linked(_ target: Target) -> AnyObject {
    linked(group: target.group, levels: target.levels)
  }

  func linked(group: GroupIndex, levels: Int) -> AnyObject {
    guard case .linked(let provider) = state(of: group) else {
      return late(group: group, levels: levels, effect: resolution.groups[group].effect)
    }
    guard levels > 0 else { return provider }
    let effect = effect(of: group)
    let key = recording.typedKey(of: group)
    return effect.map { key.lift(provider, levels: levels, effect: $0) }
      ?? key.lift(provider, levels: levels)
  }

  /// Returns the target of a request of a binding.
  func target(ofRequest request: RequestIndex, of binding: BindingIndex) -> Target {
    let answer = resolution.answer(to: request, of: binding)
    guard let group = answer.group,
      let element = resolution.groups[group.number].key.storage.element
    else {
      // A binding without an answer to a request is never linked, and the order of linking has its dependencies first.
      preconditionFailure("A binding was linked before its dependencies")
    }
    return Target(
      group: group, form: graph[binding].requests[request.number].form, levels: answer.levels,
      isAbsent: answer.isAbsent, element: element)
  }
}
