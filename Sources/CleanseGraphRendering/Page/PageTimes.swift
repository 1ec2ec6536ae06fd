import CleanseGraph
package import CleanseSupport

/// What the parts of a graph took during a start, which the page shows as heat.
package struct PageTimes: Sendable {
  private let milliseconds: [TraceLabel: Double]
  private let plugins: [String?: Double]

  /// - Parameter milliseconds: The time of each label without that of its parts.
  package init(_ milliseconds: [TraceLabel: Double] = [:]) {
    self.milliseconds = milliseconds.filter { $0.key.step.isOfPlugins }
    plugins = Dictionary(
      self.milliseconds.map { ($0.key.plugin, $0.value) }, uniquingKeysWith: +)
  }

  /// What making values of a binding took, and starting its service; nil if it was not recorded.
  func milliseconds(of binding: Binding) -> Double? {
    let origin = binding.provenance.origin
    let times = [
      TraceLabel(.make, binding.traceSubject, of: origin),
      TraceLabel(.awaiting, binding.traceSubject, of: origin),
      TraceLabel(.service, "\(binding.key)", of: origin),
    ].compactMap { milliseconds[$0] }
    return times.isEmpty ? nil : Self.rounded(times.reduce(0, +))
  }

  /// What all code of a plugin took; nil if nothing was recorded.
  func milliseconds(of plugin: String?) -> Double? { plugins[plugin].map(Self.rounded) }

  private static func rounded(_ milliseconds: Double) -> Double {
    (milliseconds * 10).rounded() / 10
  }
}
