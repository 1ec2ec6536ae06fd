public import CleansePluginHost

/// The application that the commands work on: the component that plugins extend, and the commands that they contribute
/// to its collection `[any Command]`.
public struct Application: Sendable {
  /// The component recorded with plugins, to make their commands.
  struct Recorded {
    /// The plugins; one that reported that it can't be used is rejected.
    let plugins: [PluginInspection]
    /// The contributions of commands, in the order of the plugins.
    let commands: [CommandSource]
  }

  let startProbe: @Sendable () throws(PluginProbeError) -> PluginProbe
  let unavailableProbe: @Sendable (_ reason: String) -> PluginProbe
  let examineInProcess:
    @Sendable (PluginHost, _ isExercising: Bool) throws(PluginHostError) -> [PluginInspection]
  let record: @Sendable (PluginSet) -> Recorded
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
    record = { plugins in
      let recording = PluginRecording(of: component, with: plugins)
      return Recorded(
        plugins: recording.inspections,
        commands: recording.contributions(of: (any Command).self).map(CommandSource.init))
    }
    self.selfTest = selfTest
  }
}
