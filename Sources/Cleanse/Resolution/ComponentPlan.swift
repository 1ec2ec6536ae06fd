/// A component that is linked: all that `build` needs.
final class ComponentPlan<C: ComponentBase>: Sendable {
  private let root: LinkedProvider<C.Root>
  private let cellCount: Int
  /// The cell that the seed belongs into, if anything needs it.
  private let seedCell: Int?
  /// What the graph was linked to, for the root component. Behind the root, so that it goes after it.
  private let providers: LinkedProviders?

  init(
    root: LinkedProvider<C.Root>, cellCount: Int, seedCell: Int?, providers: LinkedProviders?
  ) {
    self.root = root
    self.cellCount = cellCount
    self.seedCell = seedCell
    self.providers = providers
  }

  func build(_ seed: C.Seed, inside outer: Context?) -> C.Root {
    let storage = ComponentStorage(cellCount: cellCount, providers: providers)
    let context = Context(storage, level: cellCount, outer: outer)
    if let seedCell {
      storage.cells.publish(Box(seed), at: seedCell)
    }
    return root.get(context)
  }
}
