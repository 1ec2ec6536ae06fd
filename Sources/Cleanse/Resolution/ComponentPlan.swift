import CleanseGraph

/// A linked component: everything that `build` needs.
final class ComponentPlan<C: ComponentBase>: @unchecked Sendable {
  // Safety: completed once by the linker, before any other code has the plan.
  private var content: Content?

  struct Content {
    let root: EffectLink<C.Root>
    let layout: ComponentLayout
    /// The linked providers of the graph, for the root component. Declared after the root, so that they are
    /// released after it.
    let providers: LinkedProviders?
    /// The services of the component, in the order of declaration.
    let services: [LinkedService]
    /// The level of the parent component to reach, if the component's factory is a member of a cycle.
    let parentLevel: Level?
  }

  func complete(_ content: Content) {
    self.content = content
  }

  private var linked: Content {
    guard let content else { preconditionFailure("A component was built before it was linked") }
    return content
  }

  func build(_ seed: C.Seed, inside parent: Context?) throws(C.Failure) -> C.Root {
    let content = linked
    // Code that is generic over components can call this for an asynchronous component.
    guard content.layout.preparations.isEmpty, !content.root.isAwaited else {
      throw C.Failure(ResolutionError(AwaitedComponentError(component: TypeName.display(C.self))))
    }
    let context: Context
    do throws(DeferredCallError) {
      context = try start(content, seed, inside: parent)
    } catch {
      try error.raise(as: C.Failure.self, at: parent?.runningStep(levels: 0))
    }
    do {
      return try content.root.get(context)
    } catch {
      throw C.Failure(ResolutionError(error))
    }
  }

  nonisolated(nonsending) func buildAwaiting(
    _ seed: C.Seed, inside parent: Context?
  ) async throws(ResolutionError) -> C.Root {
    try await root(in: try await prepare(seed, inside: parent))
  }

  /// Returns the context of a new component instance, after its preparations.
  nonisolated(nonsending) func prepare(
    _ seed: C.Seed, inside parent: Context?
  ) async throws(ResolutionError) -> Context {
    let content = linked
    do {
      let context = try start(content, seed, inside: parent)
      for prepare in content.layout.preparations {
        try Task.checkCancellation()
        try await prepare(context)
      }
      return context
    } catch {
      throw ResolutionError(error)
    }
  }

  /// Makes the root of a prepared component instance.
  nonisolated(nonsending) func root(in context: Context) async throws(ResolutionError) -> C.Root {
    do {
      return try await linked.root.getAwaiting(context).value
    } catch {
      throw ResolutionError(error)
    }
  }

  /// The services of the component.
  var services: [LinkedService] { linked.services }

  /// Returns the context of a new component instance.
  ///
  /// The factory of a component that is a member of a cycle only references instances weakly that have a larger
  /// number than its holder. The graph that it builds holds all of them for its lifetime.
  private func start(
    _ content: Content, _ seed: C.Seed, inside parent: Context?
  ) throws(DeferredCallError) -> Context {
    var parent = parent
    if let level = content.parentLevel, let held = parent {
      parent = try held.reaching(level, for: TypeName.display(C.self))
    }
    let context = content.layout.context(holding: content.providers, inside: parent)
    if let seedCell = content.layout.seedCell {
      context.storage.cells.publish(Box(seed), at: seedCell)
    }
    return context
  }
}

/// Thrown by a synchronous `build` if a value has to be awaited.
struct AwaitedComponentError: Error, CustomStringConvertible {
  let component: String

  var description: String { "\(component) is asynchronous: build it with `await`" }
}
