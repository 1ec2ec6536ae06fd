import CleanseGraph
internal import CleanseSupport

extension Recording {
  /// Makes the contributed validators in one separate component instance, before the graph is known to be sound.
  ///
  /// - Returns: The validators in order, each with the plugin that contributes it; nil for the application.
  /// - Throws: A ``ValidationError`` if one can't be made: its dependencies are invalid, as the validators report, or it
  ///   depends on the root component's seed.
  package func contributedValidators() throws(ValidationError) -> [(
    origin: String?, validator: any CleanseBindingPlugin
  )] {
    guard let group = groupOfContributedValidators else { return [] }
    let linker = Linker(self)
    let parts = try linkContributions(of: group, with: linker)
    let context = linker.rootContext()
    let made = try parts.map { part throws(ValidationError) in
      do {
        let elements = try EffectLink<[any CleanseBindingPlugin]>(part.linked).get(context)
        return elements.map { (origin: graph[part.index].provenance.origin, validator: $0) }
      } catch {
        throw ValidationError(diagnostics: [.validatorNotCreated(error, by: graph[part.index])])
      }
    }
    return Array(made.joined())
  }

  /// The group of the framework's own binding; nil if nothing records it.
  private var groupOfContributedValidators: GroupIndex? {
    let groups = graph.resolution.groups
    return graph.resolution.groupsOfComponents[ComponentIndex.root.number].first {
      groups[$0].key.isUnqualified(ContributedValidators.self) && !groups[$0].isAbsent
    }.flatMap { graph.group(of: groups[$0].key, in: .root) }
  }

  /// Links all contributed validators, and returns a linked provider of the elements of each contribution.
  private func linkContributions(
    of group: GroupIndex, with linker: Linker
  ) throws(ValidationError) -> [(index: BindingIndex, linked: AnyObject)] {
    let key = graph.resolution.groups[group].key
    let span = Trace.begin(.link, "\(key)")
    defer { span?.end() }
    do throws(Linker.Failure) {
      _ = try linker.link(group: group)
    } catch {
      throw ValidationError(unlinkable: graph)
    }
    // A validator is made before there is a seed, by a caller that can't await it.
    guard !linker.needsSeed, linker.isReady(group: group) else {
      throw ValidationError(diagnostics: [needsInstance(key)])
    }
    return try graph.contributions(of: (any CleanseBindingPlugin).self).map {
      index throws(ValidationError) in
      do throws(Linker.Failure) {
        return (index, try linker.linkAlone(index))
      } catch {
        throw ValidationError(unlinkable: graph)
      }
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
