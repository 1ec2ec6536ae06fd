/// What comes of asking for something, and whether whoever asks can cope with it.
///
/// ``EffectValidator`` tells the same from the graph.
extension Linker {
  /// What comes of asking for the binding, whose dependencies are linked.
  ///
  /// - Throws: When somebody on the way can't cope with an effect.
  func effect(of index: Int) throws(Failure) -> Effect? {
    let binding = recording.bindings[index]
    let recorded = binding.recorded
    for target in binding.targets {
      guard let target else { throw Failure() }
      try check(
        target, within: target.form.requestForm.effectAllowed(to: recorded.allowedEffect))
    }
    if let component = binding.subcomponent, let root = recording.components[component].root {
      try check(root, within: recording.components[component].recorded.effect)
    }
    guard case .now = recorded.asks else {
      guard recorded.effect.isWithin(recorded.allowedEffect) else { throw Failure() }
      return nil
    }
    guard recorded.isPrepared else { return met(by: index) }
    guard recording.components[binding.component].recorded.effect == .asynchronous else {
      throw Failure()
    }
    return nil
  }

  /// What happens while the binding's value is made: what its factory does, and what comes of what that
  /// asks for.
  func met(by index: Int) -> Effect? {
    let binding = recording.bindings[index]
    guard case .now = binding.recorded.asks else { return nil }
    return binding.targets.reduce(binding.recorded.effect) { met, target in
      guard let target else { return met }
      let form = target.form.requestForm
      return form == .instance || form == .optional ? max(met, effects[target.slot]) : met
    }
  }

  func check(_ target: Recording.Target, within allowed: Effect?) throws(Failure) {
    guard target.form == .weakProvider || effects[target.slot].isWithin(allowed) else {
      throw Failure()
    }
  }
}

extension ResolutionError.Step {
  init(_ binding: RecordedBinding) {
    self.init(binding.key, at: binding.location, provenance: binding.provenance)
  }

  init(_ key: any RecordedKey.Type, at location: RecordedLocation?, provenance: Provenance) {
    name = key.displayName
    self.location = location?.sourceLocation
    self.provenance = provenance
  }
}
