package import CleanseSupport

/// The shared instances of one component instance, and who still reaches them.
///
/// Cells of dependency cycles are marked as cyclic. A provider that a member of a cycle holds may reach
/// cells above its context's level, which it doesn't keep alive. So when no context reaches such a cell
/// any more, its instance is referenced weakly; ``context(reviving:for:inside:)`` restores it to the cell
/// if it is still alive. A storage without such cells works as if there were none of this.
package final class ComponentStorage: Sendable {
  private struct Holders {
    /// How many contexts of each level there are.
    var counts: [Int32]
    /// The highest level that a context has; the cells from there on are empty.
    var highest: Int
    var weakInstances: [Int: WeakInstance] = [:]
    /// For each cyclic cell that was emptied after it had an instance: that instance. It is used only
    /// while no context reaches the cell. A cell has one entry at most.
    var released: [Int: ReleasedInstance] = [:]
  }

  /// Instances on the way into or out of their cells, so that the last reference to one goes outside of
  /// the lock.
  private struct Moved: @unchecked Sendable {
    // Safety: only handed from the locked part of a method to the rest of it.
    var instances: [(cell: Int, box: AnyObject)] = []
    /// Cells that are still to be emptied.
    var remaining: Range<Int>?
    var isGone = false
  }

  let cells: SharedCells
  private let holders: TrackedMutex<Holders>
  /// What a guest language keeps for the instance, once it keeps something.
  package let guestState = TrackedMutex<AnyObject?>(nil)
  /// What providers that came from here may be the last to need.
  private let providers: LinkedProviders?

  /// The cells whose instances are members of dependency cycles, the same for all component instances.
  private let cyclicCells: Set<Int>

  /// - Parameter cyclicCells: The cells of the members of dependency cycles. Cells that such a member
  ///   needs without depending on it in turn are best numbered below the whole cycle, so that each
  ///   member keeps them alive; one in between that is not cyclic is made again when it was released.
  init(cellCount: Int, providers: LinkedProviders?, cyclicCells: Set<Int> = []) {
    self.providers = providers
    self.cyclicCells = cyclicCells
    cells = SharedCells(count: cellCount)
    holders = TrackedMutex(
      Holders(counts: Array(repeating: 0, count: cellCount + 1), highest: cellCount))
  }

  deinit {
    cells.deallocate()
  }

  func retain(level: Int) {
    holders.withLock { $0.counts[level] += 1 }
  }

  /// A further context of a level, if others still reach as far.
  package func context(reaching level: Int, inside outer: Context?) -> Context? {
    let isReached = holders.withLock { holders -> Bool in
      guard level <= holders.highest else { return false }
      holders.counts[level] += 1
      return true
    }
    return isReached ? Context(self, retainedLevel: level, outer: outer) : nil
  }

  /// A further context of a level, for a provider that a member of a dependency cycle holds.
  ///
  /// If no context reaches as far, the cyclic cells up to there get their instances back as far as these
  /// are still alive, and have them for as long as a context reaches them. A cell that never had an
  /// instance stays empty. So does one whose instance is gone: it may be made again, and then lives as
  /// long as something holds it, like any instance of a cycle. There are never two of a class at a time,
  /// as the first one is gone.
  ///
  /// Only the requester's own instance is never made again: for the holder of the provider, the new one
  /// would be a second singleton beside the one that the provider came from.
  ///
  /// - Parameter requester: The cell of the instance whose provider it is, if it is of one.
  /// - Returns: Nil if the requester's instance is gone.
  func context(reviving level: Int, for requester: Int?, inside outer: Context?) -> Context? {
    // Only then are cells emptied with the lock held.
    precondition(!cyclicCells.isEmpty, "A dependency cycle was linked without marking its cells")
    let revived = holders.withLock { holders -> Moved in
      var revived = Moved()
      if level > holders.highest {
        // No cell from there on has an instance or a thread that makes one, as both take a context that
        // reaches it.
        for cell in holders.highest..<level {
          guard let released = holders.released[cell] else { continue }
          if let box = released.recall() {
            revived.instances.append((cell, box))
          } else if cell == requester {
            revived.isGone = true
            return revived
          }
        }
        for (cell, box) in revived.instances { cells.restore(box, at: cell) }
        holders.highest = level
      }
      holders.counts[level] += 1
      return revived
    }
    // The references in `revived` go here, outside of the lock: one may have become the last.
    guard !revived.isGone else { return nil }
    return Context(self, retainedLevel: level, outer: outer, isRequester: false)
  }

  /// Takes note that a context is gone, and lets go of the instances that none reaches any more.
  func release(level: Int) {
    let released = holders.withLock { holders -> Moved in
      var released = Moved()
      holders.counts[level] -= 1
      guard level == holders.highest, holders.counts[level] == 0 else { return released }
      let reached = holders.counts[..<level].lastIndex { $0 > 0 } ?? 0
      holders.highest = reached
      guard !cyclicCells.isEmpty else {
        released.remaining = reached..<level
        return released
      }
      // Another thread may reach these cells again as soon as the lock is open, so they are emptied now.
      // Only words are exchanged and weak references made; no instance can go.
      for cell in reached..<level {
        guard let box = cells.take(cell) else { continue }
        if cyclicCells.contains(cell) {
          holders.released[cell] = (box as? any ReleasableBox)?.released
        }
        released.instances.append((cell, box))
      }
      return released
    }
    letGo(of: released)
  }

  /// Lets go of instances, the one with the largest number first, as it may need the others.
  private func letGo(of released: consuming Moved) {
    // Outside of the lock, as the instances' own code runs here. Nobody can ask for these cells any
    // more: a context only reaches what is below its level, and makes only smaller ones.
    for cell in (released.remaining ?? 0..<0).reversed() {
      _ = cells.take(cell)
    }
    while released.instances.popLast() != nil {}
  }

  /// Where the weak providers of the slot look for the instance.
  func weakInstance(slot: Int) -> WeakInstance {
    holders.withLock { holders in
      if let instance = holders.weakInstances[slot] { return instance }
      let instance = WeakInstance()
      holders.weakInstances[slot] = instance
      return instance
    }
  }
}

extension ComponentStorage {
  /// How many contexts there are, and how many instances are referenced weakly.
  var census: (contexts: Int, released: Int) {
    holders.withLock { ($0.counts.reduce(0) { $0 + Int($1) }, $0.released.count) }
  }
}
