import Synchronization

/// The validators from outside that `ComponentFactory.of` runs beside the built-in ones.
public final class CleanseServiceLoader: Sendable {
  private let registered = Mutex<[any CleanseBindingPlugin]>([])

  /// A loader without validators; what is registered later runs beside the built-in ones.
  public init() {}

  /// Adds a validator; they run in the order of registration.
  public func register(_ plugin: any CleanseBindingPlugin) {
    registered.withLock { $0.append(plugin) }
  }

  /// The validators registered so far.
  package var plugins: [any CleanseBindingPlugin] {
    registered.withLock { $0 }
  }
}
