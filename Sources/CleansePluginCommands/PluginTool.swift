public import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// The commands of `host`, for the plugins of an application: `list`, `show`, `validate`, `graph`, `why`, `lock` and so on,
/// with the application's own component.
///
/// ```swift
/// if CommandLine.arguments.dropFirst().first == "plugins" {
///   PluginTool(EditorComponent.self, name: "editor plugins", policyFile: "editor.json")
///     .run(Array(CommandLine.arguments.dropFirst(2)))
/// }
/// ```
///
/// The tool has to run at the beginning of `main`, before the process has a second thread: it executes the program again to
/// load plugins.
public struct PluginTool: Sendable {
  /// The component recorded with plugins, to make their commands.
  struct Recorded {
    /// The plugins; one that reported that it can't be used is rejected.
    let plugins: [PluginInspection]
    /// The contributions of commands, in the order of the plugins.
    let commands: [CommandSource]
  }

  /// The component that plugins extend.
  let component: any RootComponent.Type
  let name: String
  /// The other file names with which the program can be installed.
  let alternativeNames: [String]
  let policyFile: String
  /// The plugin directories, unless others are named.
  let directories: [String]
  /// The validators of the application.
  let serviceLoader: CleanseServiceLoader
  /// The available commands, in the order of the help.
  let commands: [any Subcommand.Type]
  /// The test of faulty files that `doctor` runs; nil for a program without such files.
  let faultTest: FaultTest?
  /// Whether plugins contribute commands that the tool runs.
  let runsCommands: Bool

  /// - Parameters:
  ///   - component: The root component that plugins extend. It can be a `ThrowingComponent` or an `AsyncComponent`; it is
  ///     not built.
  ///   - name: The words with which the user starts the tool, for the help and for messages.
  ///   - alternativeNames: The file names with which the program can be installed instead; the tool has the name by which
  ///     it was started.
  ///   - policyFile: The name of the file with the settings, which is searched for in the working directory and in its
  ///     parents; or an absolute path, for a program that is installed or runs in directories of others: the file and the
  ///     directories decide which native code is loaded.
  ///   - directories: The plugin directories, unless the command line, the environment or the policy file names others.
  ///   - serviceLoader: The validators that the application itself validates with.
  ///   - runsCommands: Whether there is the command `run`, for plugins that contribute to the component's collection
  ///     `[any Command]`. `new` then writes such plugins unless another extension point is named.
  ///   - runsServices: Whether there are the commands `serve`, `reload` and `status`, for services of the component and of
  ///     plugins.
  ///   - faultTest: The test of faulty files that `doctor` runs; nil for a program without such files.
  public init(
    _ component: any RootComponent.Type, name: String, alternativeNames: [String] = [],
    policyFile: String = "host.json",
    directories: [String] = ["./plugins"],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader(), runsCommands: Bool = false,
    runsServices: Bool = false, faultTest: FaultTest? = nil
  ) {
    self.component = component
    (self.name, self.policyFile, self.directories) = (name, policyFile, directories)
    self.alternativeNames = alternativeNames
    self.serviceLoader = serviceLoader
    (self.faultTest, self.runsCommands) = (faultTest, runsCommands)
    commands = CommandGroup.allCases.flatMap(\.commands).filter { command in
      switch command.feature {
      case nil: true
      case .commands: runsCommands
      case .services: runsServices
      }
    }
  }

  /// Whether it is the program `host` itself, and not the tool of another application.
  var isHost: Bool { name == "host" }

  /// The identities of the types that the tool requests from the component.
  var requestedTypes: Set<String> {
    runsCommands ? [TypeName.identity([any Command].self)] : []
  }

  func record(_ plugins: PluginSet) -> Recorded { Self.record(component, plugins) }

  private static func record<C: RootComponent>(
    _ component: C.Type, _ plugins: PluginSet
  ) -> Recorded {
    let recording = PluginRecording(of: component, with: plugins)
    return Recorded(
      plugins: recording.inspections,
      commands: recording.contributions(of: (any Command).self).map(CommandSource.init))
  }

  /// The services that a process runs.
  enum ServedPart {
    case all
    /// Those of the application and of plugins that share something with it. The others run elsewhere.
    case application
    /// Those of plugins that share nothing with the application, and those of which each process has one.
    case island
  }

  /// Starts the services of the component with plugins, calls the body, and stops them.
  func serve(
    _ part: ServedPart, _ plugins: PluginSet,
    _ observer: @escaping @Sendable (ServiceEvent) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await serve(component, part, plugins, observer, body)
  }

  private func serve<C: RootComponent>(
    _ component: C.Type, _ part: ServedPart, _ plugins: PluginSet,
    _ observer: @escaping @Sendable (ServiceEvent) -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard let seed = () as? C.Seed else {
      throw CommandFailure("the services of \(C.self) can't be run, as it has a seed")
    }
    switch part {
    case .all:
      let composition = PluginComposition(component, plugins: plugins, serviceLoader: serviceLoader)
      let factory = try composition.factory()
      try await factory.withServices(seed, observing: observer) { _ in try await body() }
    case .application:
      let factory = try ComponentFactory<C>(try Self.recording(component, plugins))
      try await factory.withServices(seed, observing: observer) { _ in try await body() }
    case .island:
      let recording = try Self.recording(component, plugins)
      try await recording.withServices(
        where: { $0.provenance.origin != nil || $0.isPerProcess }, observing: observer, body)
    }
  }

  /// Records plugins that have been validated with others, which are not here.
  private static func recording<C: RootComponent>(
    _ component: C.Type, _ plugins: PluginSet
  ) throws -> Recording {
    let recording = PluginRecording(of: component, with: plugins)
    let rejected = recording.inspections.filter(\.isRejected)
    guard rejected.isEmpty else {
      throw ValidationError(diagnostics: rejected.flatMap(\.diagnostics))
    }
    return recording.recording
  }
}
