extension SupervisorStatus {
  /// The metrics of the host in OpenMetrics 1.0.
  package var openMetrics: String { metrics(in: .openMetrics) }

  /// The status as metrics. There is one line for each plugin, service and health check, whose numbers are limited, and none for
  /// each worker or path.
  func metrics(in format: MetricText.Format) -> String {
    var text = MetricText(format)
    addProgram(to: &text)
    addGroup(to: &text)
    addWorkers(to: &text)
    addPlugins(to: &text)
    addServices(to: &text)
    addProcesses(to: &text)
    addIslands(to: &text)
    return text.text
  }

  private func addProgram(to text: inout MetricText) {
    text.add(
      "cleanse_build", .info, "The program that runs.",
      program.map { [.init(["version": $0.version, "digest": $0.digest ?? ""], 1)] } ?? [])
    for probe in StatusProbe.allCases {
      text.add("cleanse_\(probe)", .gauge, probe.help, failure(of: probe) == nil ? 1 : 0)
    }
    text.add(
      "cleanse_last_program_replacement_successful", .gauge,
      "Whether no program has failed to replace the one that runs.",
      failedReplacement == nil ? 1 : 0)
    text.add(
      "cleanse_log_lines_lost", .counter, "Lines of the log that were lost.",
      Double(lostLogLines))
    text.add(
      "cleanse_files_differ", .gauge, "Whether files differ from what runs.",
      Difference.allCases.map { difference in
        .init(["files": difference.rawValue], differences?.contains(difference) == true ? 1 : 0)
      })
  }

  private func addGroup(to text: inout MetricText) {
    text.add(
      "cleanse_state", .gauge, "What the host does: 1 for its state.",
      State.allCases.map { .init(["state": $0.rawValue], $0 == state ? 1 : 0) })
    text.add(
      "cleanse_reloads", .counter, "Reloads that have ended.",
      [
        .init(["outcome": "success"], Double(counts.succeededReloads)),
        .init(["outcome": "failure"], Double(counts.failedReloads)),
      ])
    text.add(
      "cleanse_last_reload_successful", .gauge, "Whether the last reload has not failed.",
      reload?.succeeded == false ? 0 : 1)
    text.add(
      "cleanse_set_age_seconds", .gauge, unit: "seconds",
      "How long the plugins and settings that serve have served.", secondsSinceSet)
    text.add(
      "cleanse_fallback", .gauge, "Whether the plugins that served before the last ones serve.",
      fallback == nil ? 0 : 1)
  }

  private func addWorkers(to text: inout MetricText) {
    text.add(
      "cleanse_worker_failures", .counter, "Workers that have failed, by what they did.",
      [
        .init(["phase": "serving"], Double(restarts)),
        .init(["phase": "starting"], Double(counts.failedStarts)),
      ])
    text.add(
      "cleanse_worker_starts", .counter, "Workers that were started.",
      Double(counts.workers))
    text.add(
      "cleanse_worker_age_seconds", .gauge, unit: "seconds",
      "How long the worker that serves has served.", worker?.secondsReady)
    text.add(
      "cleanse_worker_responds", .gauge, "Whether the worker that serves has answered lately.",
      worker.map { $0.responds ? 1 : 0 })
    text.add(
      "cleanse_worker_recyclings", .counter,
      "Workers that were started to replace one that uses much memory.",
      recycling.map { Double($0.count) })
    text.add(
      "cleanse_worker_memory_bytes", .gauge, unit: "bytes",
      "The memory of the worker that serves, of what counts for the limit.",
      recycling?.memory.map { Double($0) })
    text.add(
      "cleanse_worker_memory_limit_bytes", .gauge, unit: "bytes",
      "The memory above which a worker is replaced.", recycling.map { Double($0.limit) })
  }

  private func addPlugins(to text: inout MetricText) {
    text.add(
      "cleanse_plugin", .info, "The plugins that serve.",
      servers.flatMap { $0.worker.loaded ?? [] }.filter { $0.kind == .plugin }.map { plugin in
        let labels: MetricText.Labels = [
          "plugin": plugin.identifier, "version": plugin.version, "digest": plugin.digest ?? "",
        ]
        return .init(labels, 1)
      })
    text.add(
      "cleanse_plugin_left_out", .gauge, "The plugins that are left out because they fail.",
      servers.flatMap { $0.worker.leftOut ?? [] }.map { .init(["plugin": $0.plugin], 1) })
    text.add(
      "cleanse_plugin_crashes", .counter, "Crashes of workers in a plugin.",
      crashes.map { .init(["plugin": $0.key], Double($0.value)) })
  }

  /// How often workers have crashed in each plugin, which may have been in another island before.
  private var crashes: [(key: String, value: Int)] {
    let all = ([counts] + (islands ?? []).map(\.counts)).flatMap(\.crashes)
    return Dictionary(all.map { ($0.plugin, $0.count) }, uniquingKeysWith: +)
      .sorted { $0.key < $1.key }
  }

  /// The workers that serve, each with the name of its island; nil for the application.
  private var servers: [(island: String?, worker: Worker)] {
    var servers: [(island: String?, worker: Worker)] = []
    if let worker { servers.append((nil, worker)) }
    for island in islands ?? [] {
      if let worker = island.worker { servers.append((island.island, worker)) }
    }
    return servers
  }

  private func addServices(to text: inout MetricText) {
    let services = servers.flatMap { island, worker in
      worker.services.map { (island: island, service: $0) }
    }
    text.add(
      "cleanse_service_state", .gauge, "The state of each service, with the value 1.",
      services.map { island, service in
        .init(["service": service.service, "state": service.state], of: island, 1)
      })
    text.add(
      "cleanse_service_start_seconds", .gauge, unit: "seconds",
      "How long the last start of each service took.",
      services.compactMap { island, service in
        service.startSeconds.map {
          MetricText.Sample(["service": service.service], of: island, $0)
        }
      })
    var checks: [(island: String?, check: HealthResult)] = health.map { (nil, $0) }
    for island in islands ?? [] { checks += island.health.map { (island.island, $0) } }
    text.add(
      "cleanse_health_check_passed", .gauge, "Whether each health check has passed.",
      checks.map { island, check in
        .init(["check": check.name], of: island, check.error == nil ? 1 : 0)
      })
  }

  /// Of each island, of which an application has as many as plugins at most.
  private func addIslands(to text: inout MetricText) {
    func samples(_ value: (Island) -> Double?) -> [MetricText.Sample] {
      (islands ?? []).compactMap { island in
        value(island).map { .init(["island": island.island], $0) }
      }
    }
    func use(_ value: (ProcessUse) -> Double?) -> [MetricText.Sample] {
      samples { ($0.processes ?? []).compactMap(value).reduce(0, +) }
    }
    text.add(
      "cleanse_island_up", .gauge, "Whether a worker of the island serves and has answered lately.",
      samples { $0.worker?.responds == true ? 1 : 0 })
    text.add(
      "cleanse_island_failures", .counter, "Workers of the island that have failed.",
      samples { Double($0.restarts + $0.counts.failedStarts) })
    text.add(
      "cleanse_island_fallback", .gauge,
      "Whether the plugins that served before the last ones serve.",
      samples { $0.fallback == nil ? 0 : 1 })
    text.add(
      "cleanse_island_recyclings", .counter,
      "Workers of the island that were started to replace one that uses much memory.",
      samples { $0.recycling.map { Double($0.count) } })
    text.add(
      "cleanse_island_cpu_seconds", .counter, unit: "seconds",
      "The time of processors that the present processes of the island have used.",
      use(\.cpuSeconds))
    text.add(
      "cleanse_island_resident_memory_bytes", .gauge, unit: "bytes",
      "The memory of the processes of the island.", use { Double($0.residentBytes) })
  }

  /// Of the workers that stop, all together.
  private func addProcesses(to text: inout MetricText) {
    func samples(_ value: (ProcessUse) -> Double?) -> [MetricText.Sample] {
      ProcessUse.Role.allCases.compactMap { role in
        let values = (processes ?? []).filter { $0.role == role }.compactMap(value)
        return values.isEmpty ? nil : .init(["role": role.rawValue], values.reduce(0, +))
      }
    }
    text.add(
      "cleanse_process_cpu_seconds", .counter, unit: "seconds",
      "The time of processors that the processes in a role have used.", samples(\.cpuSeconds))
    text.add(
      "cleanse_process_resident_memory_bytes", .gauge, unit: "bytes",
      "The memory of the processes in a role.", samples { Double($0.residentBytes) })
    text.add(
      "cleanse_process_open_descriptors", .gauge,
      "The open descriptors of the processes in a role.",
      samples { $0.openDescriptors.map { Double($0) } })
  }
}

extension StatusProbe {
  fileprivate var help: String {
    switch self {
    case .live: "Whether the supervisor works, and has not failed."
    case .ready: "Whether the host is ready to serve, as /readyz says."
    case .started: "Whether a worker has served since the supervisor started."
    }
  }
}
