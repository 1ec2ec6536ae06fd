/// The validators that `ComponentFactory.of` runs after those of the framework.
public final class CleanseServiceLoader {
  private(set) var services: [any CleanseBindingPlugin]

  /// Creates a loader with validators.
  public init(_ services: [any CleanseBindingPlugin] = []) {
    self.services = services
  }

  /// A new loader without validators.
  public static var instance: CleanseServiceLoader { CleanseServiceLoader() }

  /// Adds a validator.
  public func register(_ service: any CleanseBindingPlugin) {
    services.append(service)
  }
}
