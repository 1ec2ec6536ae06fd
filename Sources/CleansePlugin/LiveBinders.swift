internal import CleanseSupport

/// The binders with which entry points are being called.
///
/// C has a number for each and no pointer to it, so a call with a binder that is gone, that belongs to
/// somebody else, or that never was one touches nothing. It is remembered as a mistake of whoever made
/// it.
package enum LiveBinders {
  @safe private struct Entry: @unchecked Sendable {
    // Safety: only used by the thread that holds the binder while the entry is there.
    let binder: Unmanaged<PluginBinder>
    let thread: UInt
    let origin: String
  }

  private struct Table {
    var last: UInt = 0
    var entries: [UInt: Entry] = [:]
    /// Whose the numbers were, also those of calls that are over; the latest of them.
    var origins: [UInt: String] = [:]
    var misuses: [String: [String]] = [:]

    static let memory: UInt = 1024
    static let misuseLimit = 100

    mutating func blame(_ origin: String?, _ message: String) {
      guard let origin, misuses[origin, default: []].count < Self.misuseLimit,
        !misuses[origin, default: []].contains(message)
      else { return }
      misuses[origin, default: []].append(message)
    }
  }

  private static let table = TrackedMutex(Table())

  /// Calls an entry point.
  ///
  /// - Parameters:
  ///   - origin: Whose entry point it is.
  ///   - body: Is given the binder as C sees it, which is valid until it returns.
  package static func use<Result, Failure: Error>(
    _ binder: PluginBinder, of origin: String,
    _ body: (OpaquePointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let entry = unsafe Entry(
      binder: .passUnretained(binder), thread: CurrentThread.identity, origin: origin)
    let number = table.withLock { table in
      table.last += 1
      table.entries[table.last] = entry
      table.origins[table.last] = origin
      if table.last > Table.memory { table.origins[table.last - Table.memory] = nil }
      return table.last
    }
    defer { table.withLock { $0.entries[number] = nil } }
    return try withExtendedLifetime(binder) { _ throws(Failure) in
      try unsafe body(OpaquePointer(bitPattern: number))
    }
  }

  /// The binder that C calls so, if it may be used now and by this thread.
  package static func binder(for pointer: OpaquePointer?) -> PluginBinder? {
    let number = UInt(bitPattern: pointer)
    let thread = CurrentThread.identity
    let entry = table.withLock { table -> Entry? in
      let current = table.entries.values.first { $0.thread == thread }
      if let entry = table.entries[number] {
        if entry.thread == thread { return entry }
        table.blame(
          current?.origin ?? entry.origin,
          current == nil
            ? "it called the host's table from another thread than that of its entry point"
            : "it called the host's table with a binder that is not its own")
        return nil
      }
      table.blame(
        current?.origin ?? table.origins[number],
        current == nil
          ? "it called the host's table after its entry point had returned"
          : "it called the host's table with a binder that is not its own")
      return nil
    }
    // Safety: whoever made the entry holds the binder until it takes it out, and is further up on this
    // very thread.
    return unsafe entry?.binder.takeUnretainedValue()
  }

  /// How a plugin misused binders since it was asked before.
  package static func takeMisuses(of origin: String) -> [String] {
    table.withLock { $0.misuses.removeValue(forKey: origin) ?? [] }
  }
}
