/// An external validator or tool: the service provider interface.
///
/// It receives the whole graph, and its findings look like those of the built-in validators.
public protocol CleanseBindingPlugin: Sendable {
  /// The name of the validator, which its findings carry. The default is the name of its type.
  var name: String { get }

  /// The names of the options that it accepts at registration; any other option is an error. The default
  /// is none.
  var supportedOptions: [String] { get }

  /// Checks the graph. Called once per validation, on the validating thread.
  ///
  /// - Parameters:
  ///   - root: The root component; its ``ComponentBinding/graph`` is the whole graph.
  ///   - errorReporter: Collects the findings and holds the options.
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter)
}

extension CleanseBindingPlugin {
  /// The name of the type.
  public var name: String { TypeName.display(type(of: self)) }

  /// No options.
  public var supportedOptions: [String] { [] }
}
