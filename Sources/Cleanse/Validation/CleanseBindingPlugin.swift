/// A validator or a tool from outside: the service provider interface.
///
/// It is given the whole graph, and its findings read like the built-in ones.
public protocol CleanseBindingPlugin: Sendable {
  /// Looks at the graph. Called once for each validation, on the thread of that.
  ///
  /// - Parameters:
  ///   - root: The root component; its ``ComponentBinding/graph`` is the whole.
  ///   - errorReporter: Takes the findings.
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter)
}
