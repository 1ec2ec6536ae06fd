import Synchronization

/// The external validators that `ComponentFactory.of` runs after the built-in ones.
public final class CleanseServiceLoader: Sendable {
  private let registered = Mutex<[RegisteredValidator]>([])

  /// Creates a loader without validators; see ``register(_:options:file:line:)``.
  public init() {}

  /// Registers a validator. Validators run in the order of registration.
  ///
  /// The validator reads its options from its reporter. An option that is not among its
  /// ``CleanseBindingPlugin/supportedOptions`` is reported as an error.
  public func register(
    _ plugin: any CleanseBindingPlugin, options: [String: String] = [:],
    file: StaticString = #fileID, line: Int = #line
  ) {
    let location = RecordedLocation(file: file, line: line).sourceLocation
    registered.withLock {
      $0.append(RegisteredValidator(plugin, options: options, location: location))
    }
  }

  /// A loader with the validators registered so far, and a further one.
  package func adding(_ plugin: any CleanseBindingPlugin) -> CleanseServiceLoader {
    let loader = CleanseServiceLoader()
    let all = validators + [RegisteredValidator(plugin)]
    loader.registered.withLock { $0 = all }
    return loader
  }

  /// The validators registered so far.
  package var validators: [RegisteredValidator] {
    registered.withLock { $0 }
  }
}
