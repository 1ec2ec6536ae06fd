internal import CleanseSupport

/// The binders of the entry points that are being called.
///
/// C receives a number for each binder instead of a pointer, so a call with a binder that is no longer valid,
/// that belongs to another plugin, or that never existed accesses no memory. Such a call is recorded as a
/// misuse by the plugin that made it.
package enum LiveBinders {
  @safe private struct Entry: @unchecked Sendable {
    // Safety: only used by the thread that holds the binder while the entry exists.
    let binder: Unmanaged<PluginBinder>
    let thread: UInt
    let origin: String
  }

  private struct Table {
    var last: UInt = 0
    var entries: [UInt: Entry] = [:]
    /// The plugins of the latest numbers, including those of finished calls.
    var origins: [UInt: String] = [:]
    var misuses: [String: [String]] = [:]

    static let history: UInt = 1024
    static let misuseLimit = 100

    mutating func recordMisuse(_ origin: String?, _ message: String) {
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
  ///   - origin: The plugin of the entry point.
  ///   - body: Receives the binder as C sees it, which is valid until `body` returns.
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
      if table.last > Table.history { table.origins[table.last - Table.history] = nil }
      return table.last
    }
    defer { table.withLock { $0.entries[number] = nil } }
    return try withExtendedLifetime(binder) { _ throws(Failure) in
      try unsafe body(OpaquePointer(bitPattern: number))
    }
  }

  /// Returns the binder for a C handle, or nil and records a misuse if the calling thread may not use it now.
  package static func binder(for pointer: OpaquePointer?) -> PluginBinder? {
    let number = UInt(bitPattern: pointer)
    let thread = CurrentThread.identity
    let entry = table.withLock { table -> Entry? in
      let known = table.entries[number]
      if let known, known.thread == thread { return known }
      let current = table.entries.values.first { $0.thread == thread }
      if let entry = known {
        table.recordMisuse(
          current?.origin ?? entry.origin,
          current == nil
            ? "it called a function of the host from a thread other than that of its entry point"
            : "it called a function of the host with a binder that is not its own")
        return nil
      }
      table.recordMisuse(
        current?.origin ?? table.origins[number],
        current == nil
          ? "it called a function of the host after its entry point had returned"
          : "it called a function of the host with a binder that is not its own")
      return nil
    }
    // Safety: the caller that added the entry holds the binder until it removes the entry, and is further up
    // on this thread's stack.
    return unsafe entry?.binder.takeUnretainedValue()
  }

  /// Removes and returns the misuses of binders by a plugin since the previous call.
  package static func takeMisuses(of origin: String) -> [String] {
    table.withLock { $0.misuses.removeValue(forKey: origin) ?? [] }
  }
}
