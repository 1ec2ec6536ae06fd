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
