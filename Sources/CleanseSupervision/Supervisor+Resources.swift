import CleanseProcesses

/// What others can remove or damage while the supervisor runs: its sockets, their files, and the copies of plugins.
extension Supervisor {
  /// How often they are looked after, in nanoseconds.
  private static let resourceInterval: UInt64 = 2_000_000_000

  /// Creates again what was removed, and says what can't be used any more.
  func restoreResources(now: UInt64) {
    guard resourcesDue <= now else { return }
    resourcesDue = now + Self.resourceInterval
    log.write(each: .controlMissing, servers.compactMap { $0.restore() })
    log.recover()
    store.restore()
    log.write(each: .copiesMisplaced, store.takeWarnings())
    reportDamage()
  }

  /// Logs sockets that clients can't reach any more. While workers replace one another, a reload follows: ``replaceDamaged()``.
  private func reportDamage() {
    guard groups.values.map(\.state).allSatisfy({ $0.start == nil && $0.workers.count <= 1 }) else {
      return
    }
    for address in sockets.newlyDamaged() {
      log.write(
        .socketDamaged,
        "no client can reach the socket \(address): a plugin has damaged it, or its file was removed; a reload opens it again",
        level: .error)
    }
  }

  /// Replaces workers that have a socket which another one of their group has damaged before it ended.
  func replaceDamaged() -> Events {
    let shared = SharedAddresses(in: groups.mapValues(\.state))
    let damaged = sockets.newlyDamaged(among: shared.all)
    for address in damaged {
      log.write(
        .socketDamaged, "a worker has damaged the socket \(address): reloading to open it again",
        level: .error)
    }
    return shared.groups(with: damaged).map { ($0, .reload(nil)) }
  }

  /// Removes the copies that nothing needs any more; a report of a crash reads the copy of the worker that has crashed.
  func removeUnusedSets() {
    guard reporter.isIdle else { return }
    store.keepOnly(groups.values.reduce(into: []) { $0.formUnion($1.state.usedSets) })
  }
}
