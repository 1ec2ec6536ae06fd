import CleanseGraph
internal import CleanseSupport

extension Recording {
  /// Makes a value of the type in a separate component instance.
  ///
  /// The validators that plugins contribute are made that way, before the graph is known to be sound.
  ///
  /// - Returns: Nil if there is no binding for the type.
  /// - Throws: A ``ValidationError`` if the value can't be made: its dependencies are invalid, as the
  ///   validators report, or it depends on the root component's seed.
  package func instance<Value>(of type: Value.Type) throws(ValidationError) -> Value? {
    let bound = graph.resolution.groupsOfComponents[ComponentIndex.root.number].first {
      graph.resolution.groups[$0].key.isUnqualified(type) && !graph.resolution.groups[$0].isAbsent
    }
    guard let key = bound.map({ graph.resolution.groups[$0].key }),
      let group = graph.group(of: key, in: .root)
    else { return nil }
    let linker = Linker(self)
    let linked: AnyObject
    let span = Trace.begin(.link, "\(key)")
    do throws(Linker.Failure) {
      linked = try linker.link(group: group)
    } catch {
      throw ValidationError(unlinkable: graph)
    }
    span?.end()
    // A validator is made before there is a seed, by a caller that can't await it.
    guard !linker.needsSeed, linker.isReady(group: group) else {
      throw ValidationError(diagnostics: [needsInstance(graph.resolution.groups[group].key)])
    }
    do {
      return try EffectLink<Value>(linked).get(linker.rootContext())
    } catch {
      throw ValidationError(diagnostics: [.validatorNotCreated(error, by: nil)])
    }
  }

  private func needsInstance(_ key: Key) -> Diagnostic {
    let name = graph[.root].name
    return Diagnostic(
      .validatorNeedsInstance, .error,
      "\(key) depends on the seed of \(name), or on what its build awaits",
      fix:
        "bind what contributed validators depend on without either: they run before \(name) is built",
      subject: .component(.root))
  }
}

extension Key {
  /// Whether the key is that of the type without a qualifier.
  func isUnqualified(_ type: any Any.Type) -> Bool {
    guard let live = storage.live, live.elementName == nil, live.element == type else {
      return false
    }
    if case .none = live.qualifier { return true }
    return false
  }
}
