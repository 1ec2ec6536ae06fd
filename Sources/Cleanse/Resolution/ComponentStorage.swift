/// The shared instances of one component instance, and who still reaches them.
final class ComponentStorage: Sendable {
  private struct Holders {
    /// How many contexts of each level there are.
    var counts: [Int32]
    /// The highest level that a context has; the cells from there on are empty.
    var highest: Int
    var weakInstances: [Int: WeakInstance] = [:]
  }

  let cells: SharedCells
  private let holders: TrackedMutex<Holders>
  /// Goes with the storage.
  let foreignProviders = TrackedMutex(ForeignProviders())
  /// What providers that came from here may be the last to need.
  private let providers: LinkedProviders?

  init(cellCount: Int, providers: LinkedProviders?) {
    self.providers = providers
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
  func context(reaching level: Int, inside outer: Context?) -> Context? {
    let isReached = holders.withLock { holders -> Bool in
      guard level <= holders.highest else { return false }
      holders.counts[level] += 1
      return true
    }
    return isReached ? Context(self, retainedLevel: level, outer: outer) : nil
  }

  /// Takes note that a context is gone, and lets go of the instances that none reaches any more.
  func release(level: Int) {
    let released = holders.withLock { holders -> Range<Int>? in
      holders.counts[level] -= 1
      guard level == holders.highest, holders.counts[level] == 0 else { return nil }
      let reached = holders.counts[..<level].lastIndex { $0 > 0 } ?? 0
      holders.highest = reached
      return reached..<level
    }
    guard let released else { return }
    // Outside of the lock, as the instances' own code runs here. Nobody can ask for these cells any
    // more: a context only reaches what is below its level, and makes only smaller ones.
    for cell in released.reversed() {
      _ = cells.take(cell)
    }
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
