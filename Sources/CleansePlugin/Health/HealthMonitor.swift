package import CleanseGraph
internal import CleanseSupport

/// Runs the health checks of one component instance.
package final class HealthMonitor: Sendable {
  /// Those of the component instances whose services have started.
  private static let started = TrackedMutex<[HealthMonitor]>([])

  private let checks: [any HealthCheck]
  /// The indices of the checks that have been called and have not returned.
  private let called = TrackedMutex<Set<Int>>([])

  /// Whether a service is the monitor, which belongs to the program and not to a plugin.
  package static func isService(_ key: Key) -> Bool { key.type == keyType }

  private static let keyType = Key(
    .init(element: HealthMonitor.self, elementName: nil, qualifier: .none)
  ).type

  package init(checks: [any HealthCheck]) {
    self.checks = checks
  }

  @Sendable package static func add(_ monitor: HealthMonitor) {
    started.withLock { $0.append(monitor) }
  }

  @Sendable package static func remove(_ monitor: HealthMonitor) {
    started.withLock { $0.removeAll { $0 === monitor } }
  }

  /// How long a check may take.
  private static let deadline = Duration.seconds(5)

  /// Runs all checks of this process at the same time.
  ///
  /// - Parameter observe: Is called with the name of a check before it runs, and with false when its result is known.
  /// - Returns: The name of each, and the reason if it has failed.
  package static func results(
    observing observe: @escaping @Sendable (_ name: String, _ isRunning: Bool) -> Void = { _, _ in }
  ) async -> [(name: String, failure: String?)] {
    let checks = started.withLock { $0 }.flatMap { monitor in
      monitor.checks.indices.map { (monitor: monitor, index: $0) }
    }
    let names = distinct(checks.map { $0.monitor.checks[$0.index].name })
    return await withTaskGroup(of: (Int, String?).self) { group in
      for (position, check) in checks.enumerated() {
        group.addTask {
          let (monitor, name) = (check.monitor, names[position])
          observe(name, true)
          defer { observe(name, false) }
          return (position, await monitor.failure(ofCheck: check.index))
        }
      }
      var results = names.map { (name: $0, failure: String?.none) }
      for await (index, failure) in group { results[index].failure = failure }
      return results
    }
  }

  /// The names, of which a second `file` is `file (2)`: plugins don't know those of others, and what is reported of a check is
  /// known by its name.
  private static func distinct(_ names: [String]) -> [String] {
    var taken = Set(names)
    var seen: Set<String> = []
    return names.map { name in
      guard !seen.insert(name).inserted else { return name }
      let number = (2...).first { !taken.contains("\(name) (\($0))") } ?? 2
      let distinct = "\(name) (\(number))"
      taken.insert(distinct)
      return distinct
    }
  }

  private func failure(ofCheck index: Int) async -> String? {
    guard called.withLock({ $0.insert(index).inserted }) else {
      return "an earlier call has not returned"
    }
    let outcome = AsyncStream<String?>.makeStream()
    let task = Task.detached {
      let failure: String?
      do {
        try await self.checks[index].check()
        failure = nil
      } catch {
        failure = "\(error)"
      }
      self.called.withLock { _ = $0.remove(index) }
      outcome.continuation.yield(failure)
    }
    let timer = Task.detached {
      try await Task.sleep(for: Self.deadline)
      outcome.continuation.yield("it took longer than \(Self.deadline)")
    }
    defer {
      task.cancel()
      timer.cancel()
    }
    for await failure in outcome.stream { return failure }
    return "the check was cancelled"
  }
}
