/// How often something has happened to a group since the supervisor started, whatever has been replaced since.
struct GroupCounts: Codable, Equatable, Sendable {
  /// What is kept: identifiers come from crash reports, which code of plugins can write.
  private static let mostPlugins = 1000

  private(set) var succeededReloads = 0
  private(set) var failedReloads = 0
  /// The workers that could not serve; of a reload, only those that have crashed.
  private(set) var failedStarts = 0
  /// The workers that were started to replace one that used much memory.
  private(set) var recycledWorkers = 0
  /// The crashes of plugins, by identifier.
  private(set) var crashes: [String: Int] = [:]

  mutating func addReload(succeeded: Bool) {
    if succeeded { succeededReloads += 1 } else { failedReloads += 1 }
  }

  mutating func addFailedStart() { failedStarts += 1 }

  mutating func addRecycledWorker() { recycledWorkers += 1 }

  mutating func addCrash(of plugin: String) {
    let plugin = WorkerReport.shortened(plugin)
    guard crashes[plugin] != nil || crashes.count < Self.mostPlugins else { return }
    crashes[plugin, default: 0] += 1
  }
}
