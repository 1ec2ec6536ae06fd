/// A validator of the components of a graph. It takes the place of `Cleanse.CleanseBindingPlugin`.
///
/// New code receives the graph, with the requests and the source locations of its bindings.
public protocol CleanseBindingPlugin {
  /// Checks the components, and reports errors.
  ///
  /// - Parameters:
  ///   - root: The parent of the root component, which is none itself: its `componentType` is nil.
  ///   - errorReporter: Collects the errors.
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter)
}

/// Collects the errors of validators.
public final class CleanseErrorReporter {
  private(set) var errors: [any CleanseError] = []

  /// Reports an error.
  public func append(error: any CleanseError) {
    errors.append(error)
  }

  /// Reports several errors.
  public func append(contentsOf errors: [any CleanseError]) {
    self.errors += errors
  }
}

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
