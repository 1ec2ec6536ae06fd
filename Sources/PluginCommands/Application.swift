public import CleansePluginHost

/// The application that the commands work on: the component that plugins extend, and the commands that they contribute
/// to its collection `[any Command]`.
public struct Application: Sendable {
  /// The component combined with plugins, ready to be built.
  struct Composition {
    let combined: CombinedGraph
    /// The contributions of commands, in the order of the plugins.
    let commands: [CommandSource]
  }

  let startProbe: @Sendable () throws(PluginProbeError) -> PluginProbe
  let unavailableProbe: @Sendable (_ reason: String) -> PluginProbe
  let examineInProcess:
    @Sendable (PluginHost, _ isExercising: Bool) throws(PluginHostError) -> [PluginInspection]
  let compose: @Sendable (PluginSet, [Diagnostic.Code: Diagnostic.Severity]) -> Composition
  /// The self-test that `host selftest` runs; nil for a program without faulty test files.
  let selfTest: (any SelfTest)?

  /// - Parameters:
  ///   - component: The component that plugins extend.
  ///   - selfTest: The self-test that `host selftest` runs; nil for a program without faulty test files.
  public init<C: RootComponent>(_ component: C.Type, selfTest: (any SelfTest)? = nil) {
    startProbe = { () throws(PluginProbeError) in try PluginProbe.start(for: component) }
    unavailableProbe = { .unavailable(for: component, because: $0) }
    examineInProcess = { host, isExercising throws(PluginHostError) in
      try host.examineInProcess(for: component, isExercising: isExercising)
    }
    compose = { plugins, severities in
      let composition = PluginComposition(component, plugins: plugins, severities: severities)
      return Composition(
        combined: composition.combined,
        commands: CommandSource.all(
          composition.contributions(of: (any Command).self), composition.combined))
    }
    self.selfTest = selfTest
  }
}
