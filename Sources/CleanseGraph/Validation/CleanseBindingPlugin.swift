/// A validator or a tool from outside: the service provider interface.
///
/// It is given the whole graph, and its findings read like the built-in ones.
public protocol CleanseBindingPlugin: Sendable {
  /// The names of the options that can be given to it when it is registered; others are an error.
  /// None, where a validator does not say.
  var supportedOptions: [String] { get }

  /// Looks at the graph. Called once for each validation, on the thread of that.
  ///
  /// - Parameters:
  ///   - root: The root component; its ``ComponentBinding/graph`` is the whole.
  ///   - errorReporter: Takes the findings, and has the options.
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter)
}

extension CleanseBindingPlugin {
  /// No options.
  public var supportedOptions: [String] { [] }
}
