package import CleanseSupport

/// The shared instances of one component instance, with a count of the contexts that reach them.
///
/// Cells of members of dependency cycles are marked as cyclic. A provider that such a member holds may reach
/// cells above the level of its context, which it doesn't keep alive. When no context reaches a cyclic cell
/// any more, its instance is referenced weakly; ``context(reviving:for:inside:)`` restores it to the cell if
/// it is still alive. A storage without cyclic cells does none of this.
package final class ComponentStorage: Sendable {
  private struct Holders {
    /// The number of contexts of each level.
    var counts: [Int32]
    /// The highest level of any context. The cells that it does not reach are empty.
    var highest: Level
    var weakInstances: [WeakSlot: WeakInstance] = [:]
    /// The last instance of each cyclic cell that was emptied. It is used only while no context reaches the
    /// cell. A cell has at most one entry.
    var released: [Cell: ReleasedInstance] = [:]
  }

  /// Instances that are moved into or out of their cells, so that the last reference to an instance is released
  /// outside of the lock.
  private struct Moved: @unchecked Sendable {
    // Safety: only passed from the locked part of a method to the rest of it.
    var instances: [(cell: Cell, box: AnyObject)] = []
    /// The cells that remain to be emptied.
    var remaining: Range<Int>?
    var isGone = false
  }

  let cells: SharedCells
  private let holders: TrackedMutex<Holders>
  /// The state of a guest language for the component instance, or nil.
  package let guestState = TrackedMutex<AnyObject?>(nil)
  /// The linked providers, which a provider from this storage may be the last to need.
  private let providers: LinkedProviders?

  /// The cells whose instances are members of dependency cycles. They are the same for all component instances.
  private let cyclicCells: Set<Cell>

  /// - Parameter cyclicCells: The cells of the members of dependency cycles. Cells that a member needs and that
  ///   don't depend on it are best numbered below the whole cycle, so that each member keeps them alive. A cell
  ///   between them that is not cyclic is made again after it was released.
  init(cellCount: Int, providers: LinkedProviders?, cyclicCells: Set<Cell> = []) {
    self.providers = providers
    self.cyclicCells = cyclicCells
    cells = SharedCells(count: cellCount)
    holders = TrackedMutex(
      Holders(
        counts: Array(repeating: 0, count: cellCount + 1), highest: Level(reaching: cellCount)))
  }

  deinit {
    cells.deallocate()
  }

  func retain(level: Level) {
    holders.withLock { $0.counts[level.count] += 1 }
  }

  /// Returns another context of a level, or nil if no context reaches that level any more.
  package func context(reaching level: Level, inside parent: Context?) -> Context? {
    let isReached = holders.withLock { holders -> Bool in
      guard level <= holders.highest else { return false }
      holders.counts[level.count] += 1
      return true
    }
    return isReached ? Context(self, retainedLevel: level, parent: parent) : nil
  }

  /// Returns another context of a level, for a provider that a member of a dependency cycle holds.
  ///
  /// If no context reaches the level, those instances of cyclic cells below it that are still alive are
  /// restored to their cells, for as long as a context reaches them. A cell that never had an instance stays
  /// empty. So does a cell whose instance was released: the instance may be made again and then lives as long
  /// as something holds it, like any instance of a cycle. Two instances of a class never exist at a time, as
  /// the first one was released.
  ///
  /// Only the requester's own instance is never made again: for the holder of the provider, the new one would
  /// be a second singleton next to the one that the provider came from.
  ///
  /// - Parameter requester: The level with which the instance was made that requested the provider, if there is one.
  /// - Returns: Nil if the requester's instance was released.
  func context(reviving level: Level, for requester: Level?, inside parent: Context?) -> Context? {
    // Only in a storage with cyclic cells are cells emptied while the lock is held.
    precondition(!cyclicCells.isEmpty, "A dependency cycle was linked without marking its cells")
    let revived = holders.withLock { holders -> Moved in
      var revived = Moved()
      if level > holders.highest {
        // No cell from `highest` on has an instance, or a thread that makes one: both require a context that
        // reaches the cell.
        for cell in (holders.highest.count..<level.count).lazy.map(Cell.init) {
          guard let released = holders.released[cell] else { continue }
          if let box = released.strongBox() {
            revived.instances.append((cell, box))
          } else if Level(below: cell) == requester {
            revived.isGone = true
            return revived
          }
        }
        for (cell, box) in revived.instances { cells.restore(box, at: cell) }
        holders.highest = level
      }
      holders.counts[level.count] += 1
      return revived
    }
    // The references in `revived` are released here, outside of the lock: one may have become the last.
    guard !revived.isGone else { return nil }
    return Context(self, retainedLevel: level, parent: parent, isRequester: false)
  }

  /// Counts down the contexts of a level, and releases the instances that no context reaches any more.
  func release(level: Level) {
    let released = holders.withLock { holders -> Moved in
      var released = Moved()
      holders.counts[level.count] -= 1
      guard level == holders.highest, holders.counts[level.count] == 0 else { return released }
      let reached = holders.counts[..<level.count].lastIndex { $0 > 0 } ?? 0
      holders.highest = Level(reaching: reached)
      guard !cyclicCells.isEmpty else {
        released.remaining = reached..<level.count
        return released
      }
      // Another thread may reach these cells again as soon as the lock is released, so they are emptied now.
      // This only exchanges words and makes weak references; no instance is released.
      for cell in (reached..<level.count).lazy.map(Cell.init) {
        guard let box = cells.take(cell) else { continue }
        if cyclicCells.contains(cell) {
          holders.released[cell] = (box as? any ReleasableBox)?.released
        }
        released.instances.append((cell, box))
      }
      return released
    }
    release(released)
  }

  /// Releases instances, beginning with the largest number, as it may need the others.
  private func release(_ released: consuming Moved) {
    // Outside of the lock, as the deinitializers of the instances run here. No thread can request these cells
    // any more: a context only reaches cells below its level, and only makes contexts of lower levels.
    if let remaining = released.remaining { cells.empty(remaining) }
    while released.instances.popLast() != nil {}
  }

  /// Returns the weak reference that the weak providers of the slot read.
  func weakInstance(slot: WeakSlot) -> WeakInstance {
    holders.withLock { holders in
      if let instance = holders.weakInstances[slot] { return instance }
      let instance = WeakInstance()
      holders.weakInstances[slot] = instance
      return instance
    }
  }
}
