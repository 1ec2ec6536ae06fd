/// What instances of a component consist of, as far as its bindings have been linked.
struct ComponentLayout {
  private(set) var cellCount = 0
  /// The cell of the seed; nil if no linked binding depends on the seed.
  private(set) var seedCell: Cell?
  /// The preparations that `build` awaits before the root is made, in order.
  var preparations: [Preparation] = []
  /// The cells of instances that are members of a cycle with deferred requests, or are requested weakly: their requester does
  /// not keep them alive.
  private(set) var cyclicCells: Set<Cell> = []

  /// The level that reaches all cells so far.
  var level: Level { Level(reaching: cellCount) }

  /// Adds a cell. Cells are numbered in the order of linking, so the dependencies of an instance have smaller numbers,
  /// except those that it reaches through a deferred request of a cycle.
  mutating func addCell(isCyclic: Bool) -> Cell {
    let cell = Cell(cellCount)
    cellCount += 1
    if isCyclic { cyclicCells.insert(cell) }
    return cell
  }

  mutating func addSeedCell(isCyclic: Bool) -> Cell {
    let cell = addCell(isCyclic: isCyclic)
    seedCell = cell
    return cell
  }

  /// Returns the context of a new component instance, which reaches all cells.
  func context(holding providers: LinkedProviders?, inside parent: Context?) -> Context {
    let storage = ComponentStorage(
      cellCount: cellCount, providers: providers, cyclicCells: cyclicCells)
    return Context(storage, level: level, parent: parent)
  }
}
