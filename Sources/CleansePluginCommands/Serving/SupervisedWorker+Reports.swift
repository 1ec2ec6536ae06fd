import CleansePlugin
import CleansePluginHost
import CleanseSupervision

extension SupervisedWorker {
  /// Reports the files that are about to be loaded.
  func reportFiles(of inspections: [PluginInspection]) {
    for part in LoadedFile.all(of: inspections).parts(of: WorkerReport.mostPlugins) {
      report(.loads(part))
    }
  }

  /// Reports which services wait for which.
  ///
  /// - Parameter plugins: The plugins that run in this process, together with the application; nil for all.
  func reportOrder(of graph: BindingGraph, _ plugins: [PluginInspection]?) {
    let identifiers = plugins.map { Set($0.compactMap(\.usable?.manifest.identifier)) }
    let services = (graph.resolution.services[.root] ?? []).filter { service in
      let binding = graph[service.binding]
      guard let plugin = binding.provenance.origin else {
        return !HealthMonitor.isService(binding.key)
      }
      return identifiers?.contains(plugin) ?? true
    }
    for service in services.prefix(WorkerReport.mostTexts) {
      let others = service.predecessors.prefix(WorkerReport.mostTexts).map {
        graph[$0].key.description
      }
      let binding = graph[service.binding]
      report(
        .waits(
          service: binding.key.description, for: others, plugin: binding.provenance.origin))
    }
  }
}

extension WorkerReport {
  /// How many plugins are reported at a time.
  static let mostPlugins = 100
}

extension [String] {
  /// The lines in a number and a length that a supervisor keeps.
  var shortened: [String] {
    prefix(WorkerReport.mostTexts).map(WorkerReport.shortened)
  }
}

extension Array {
  /// The elements in parts of a size; the last one may be smaller.
  func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0...].prefix(size)) }
  }
}
