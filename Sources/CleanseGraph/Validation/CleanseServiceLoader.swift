import Synchronization

/// The validators from outside that `ComponentFactory.of` runs beside the built-in ones.
public final class CleanseServiceLoader: Sendable {
  private let registered = Mutex<[RegisteredValidator]>([])

  /// A loader without validators; what is registered later runs beside the built-in ones.
  public init() {}

  /// Adds a validator; they run in the order of registration.
  ///
  /// It reads its options from its reporter. A name that is not among its
  /// ``CleanseBindingPlugin/supportedOptions`` is an error of the graph.
  public func register(
    _ plugin: any CleanseBindingPlugin, options: [String: String] = [:],
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    let location = RecordedLocation(file: file, path: path, line: line).sourceLocation
    registered.withLock {
      $0.append(RegisteredValidator(plugin, options: options, location: location))
    }
  }

  /// The validators registered so far.
  package var validators: [RegisteredValidator] {
    registered.withLock { $0 }
  }
}
