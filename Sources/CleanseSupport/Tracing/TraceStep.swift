/// A kind of work during a start. Its name is the category of an event in a trace file.
package enum TraceStep: String, CaseIterable, Codable, Sendable {
  /// The whole start.
  case start
  /// Reading files without running their code.
  case inspect
  /// Starting the program again, for the processes that load plugins.
  case launch
  /// Waiting for the processes that load plugins.
  case wait
  /// A process that loads plugins, from its fork to its end.
  case probe
  /// Copying, limiting and confining that process.
  case fork
  /// Mapping a plugin, with the constructors of its library.
  case load
  /// The entry point of a plugin, which records its bindings.
  case configure
  /// Resolving the requests of a graph.
  case resolve
  /// A validator of the framework.
  case check
  /// A validator of the application or of a plugin.
  case validate
  /// Linking a graph.
  case link
  /// A factory.
  case make
  /// A factory that is awaited.
  case awaiting = "await"
  /// The start of a service.
  case service

  /// Whether the work is that of plugins and of the application; otherwise, it is that of the host.
  package var isOfPlugins: Bool {
    switch self {
    case .load, .configure, .validate, .make, .awaiting, .service: true
    case .start, .inspect, .launch, .wait, .probe, .fork, .resolve, .check, .link: false
    }
  }

  /// Whether the work can go on while its thread does other work, so that it has a lane of its own.
  package var isAwaited: Bool { self == .awaiting || self == .service }
}
