/// A component that is linked: all that `build` needs.
final class ComponentPlan<C: ComponentBase>: Sendable {
  private let root: EffectLink<C.Root>
  private let cellCount: Int
  /// The cell that the seed belongs into, if anything needs it.
  private let seedCell: Int?
  /// What has to be awaited before the root is made, in that order.
  private let preparations: [Preparation]
  /// What the graph was linked to, for the root component. Behind the root, so that it goes after it.
  private let providers: LinkedProviders?

  init(
    root: EffectLink<C.Root>, cellCount: Int, seedCell: Int?, preparations: [Preparation],
    providers: LinkedProviders?
  ) {
    self.root = root
    self.cellCount = cellCount
    self.seedCell = seedCell
    self.preparations = preparations
    self.providers = providers
  }

  func build(_ seed: C.Seed, inside outer: Context?) throws(C.Failure) -> C.Root {
    // Code that is generic over components reaches an asynchronous one in this way.
    guard preparations.isEmpty, !root.isAwaited else {
      throw C.Failure(ResolutionError(AwaitedComponentError(component: TypeName.display(C.self))))
    }
    do {
      return try root.get(start(seed, inside: outer))
    } catch {
      throw C.Failure(ResolutionError(error))
    }
  }

  nonisolated(nonsending) func buildAwaiting(
    _ seed: C.Seed, inside outer: Context?
  ) async throws(ResolutionError) -> C.Root {
    let context = start(seed, inside: outer)
    do {
      for prepare in preparations {
        try Task.checkCancellation()
        try await prepare(context)
      }
      return try await root.getAwaiting(context).value
    } catch {
      throw ResolutionError(error)
    }
  }

  private func start(_ seed: C.Seed, inside outer: Context?) -> Context {
    let storage = ComponentStorage(cellCount: cellCount, providers: providers)
    let context = Context(storage, level: cellCount, outer: outer)
    if let seedCell {
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
