import CleanseGraph

/// A component that is linked: all that `build` needs.
final class ComponentPlan<C: ComponentBase>: @unchecked Sendable {
  // Safety: completed once by the linker, before anybody else has the plan.
  private var content: Content?

  struct Content {
    let root: EffectLink<C.Root>
    let cellCount: Int
    /// The cell of the seed, if anything needs it.
    let seedCell: Int?
    /// What has to be awaited before the root is made, in that order.
    let preparations: [Preparation]
    /// The cells of instances that are part of a cycle through deferred requests.
    let cyclicCells: Set<Int>
    /// What the graph was linked to, for the root component. After the root, so that it is released after
    /// it.
    let providers: LinkedProviders?
    /// How far the parent component has to be reached, where the component's factory is part of a cycle.
    let outerLevel: Int?
  }

  func complete(_ content: Content) {
    self.content = content
  }

  private var linked: Content {
    guard let content else { preconditionFailure("A component was built before it was linked") }
    return content
  }

  func build(_ seed: C.Seed, inside outer: Context?) throws(C.Failure) -> C.Root {
    let content = linked
    // Code that is generic over components reaches an asynchronous one in this way.
    guard content.preparations.isEmpty, !content.root.isAwaited else {
      throw C.Failure(ResolutionError(AwaitedComponentError(component: TypeName.display(C.self))))
    }
    let context: Context
    do throws(DeferredCallError) {
      context = try start(content, seed, inside: outer)
    } catch {
      try error.raise(as: C.Failure.self)
    }
    do {
      return try content.root.get(context)
    } catch {
      throw C.Failure(ResolutionError(error))
    }
  }

  nonisolated(nonsending) func buildAwaiting(
    _ seed: C.Seed, inside outer: Context?
  ) async throws(ResolutionError) -> C.Root {
    let content = linked
    do {
      let context = try start(content, seed, inside: outer)
      for prepare in content.preparations {
        try Task.checkCancellation()
        try await prepare(context)
      }
      return try await content.root.getAwaiting(context).value
    } catch {
      throw ResolutionError(error)
    }
  }

  /// A context of a new component instance.
  ///
  /// The factory of a component that is part of a cycle reaches what has a larger number than its holder
  /// only weakly. What it builds holds all of that for its life.
  private func start(
    _ content: Content, _ seed: C.Seed, inside outer: Context?
  ) throws(DeferredCallError) -> Context {
    var outer = outer
    if let level = content.outerLevel, let held = outer {
      outer = try held.reaching(level, for: TypeName.display(C.self))
    }
    let storage = ComponentStorage(
      cellCount: content.cellCount, providers: content.providers, cyclicCells: content.cyclicCells)
    let context = Context(storage, level: content.cellCount, outer: outer)
    if let seedCell = content.seedCell {
      storage.cells.publish(Box(seed), at: seedCell)
    }
    return context
  }
}

/// Thrown by `build` without `await` where something has to be awaited.
struct AwaitedComponentError: Error, CustomStringConvertible {
  let component: String

  var description: String { "\(component) has to be built with await" }
}
