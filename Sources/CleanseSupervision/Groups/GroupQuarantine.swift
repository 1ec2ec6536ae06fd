import CleanseProcesses

/// The plugins that are left out of sets because they made workers fail, and the crashes of plugins that may be.
struct GroupQuarantine: Equatable, Sendable {
  /// A plugin that is left out.
  struct Entry: Equatable, Sendable {
    let set: SetNumber
    let plugin: String
    let reason: String
  }

  /// A plugin of a set.
  private struct Plugin: Hashable {
    let set: SetNumber
    let identifier: String
  }

  private(set) var entries: [Entry] = []
  /// Those without which the others can't be used.
  private var needed: Set<Plugin> = []
  private var crashes: [Plugin: [UInt64]] = [:]

  /// The identifiers of the plugins that are left out of a set.
  func plugins(of set: SetNumber) -> [String] {
    entries.filter { $0.set == set }.map(\.plugin)
  }

  /// Counts a crash of a plugin.
  ///
  /// - Returns: Whether it has to be left out.
  mutating func isExceeded(
    _ limit: CrashLimit, by identifier: String, of set: SetNumber, at now: UInt64
  ) -> Bool {
    let plugin = Plugin(set: set, identifier: identifier)
    return !needed.contains(plugin) && limit.isExceeded(by: &crashes[plugin, default: []], at: now)
  }

  /// Leaves out a plugin.
  mutating func add(_ plugin: String, to set: SetNumber, because reason: String) {
    entries.append(Entry(set: set, plugin: plugin, reason: reason))
  }

  /// The others can't be used without the plugin that was left out last.
  mutating func lift(afterRefusalOf worker: GroupWorker) {
    guard let last = worker.without.last, !worker.refusals.isEmpty, !worker.isRunning,
      let index = entries.lastIndex(where: { $0.set == worker.set && $0.plugin == last })
    else { return }
    entries.remove(at: index)
    needed.insert(Plugin(set: worker.set, identifier: last))
  }

  /// Drops what is known of other sets.
  mutating func keepOnly(_ sets: Set<SetNumber>) {
    entries.removeAll { !sets.contains($0.set) }
    needed = needed.filter { sets.contains($0.set) }
    crashes = crashes.filter { sets.contains($0.key.set) }
  }
}

extension GroupWorker {
  /// The plugin that made the worker fail, if the settings allow leaving it out; nil if it is not known.
  var removableCulprit: String? {
    guard let culprit, !without.contains(culprit) else { return nil }
    return selection.contains { $0.identifier == culprit && $0.canBeLeftOut } ? culprit : nil
  }
}
