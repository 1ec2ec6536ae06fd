public import Cleanse
public import CleanseGraph

/// An error of the framework, or of a validator.
public protocol CleanseError: Error, CustomStringConvertible {}

/// An error without a type of its own, which its code identifies.
extension Diagnostic: CleanseError {}

extension ResolutionError: CleanseError {}

/// A missing binding.
///
/// New code catches a `ValidationError`, and looks for the code `.missingBinding` in its `diagnostics`.
public struct MissingProvider: CleanseError {
  /// The finding: its location, its dependents and a fix.
  public let finding: Diagnostic
  /// The finding as text.
  public var description: String { finding.description }
}

/// A cycle of dependencies.
///
/// New code catches a `ValidationError`, and looks for the code `.dependencyCycle` in its `diagnostics`.
public struct DependencyCycle: CleanseError {
  /// The finding: the bindings of the cycle and a fix.
  public let finding: Diagnostic
  /// The finding as text.
  public var description: String { finding.description }
}

/// A component inside of another one with the same scope.
///
/// New code catches a `ValidationError`, and looks for the code `.scopeNesting` in its `diagnostics`.
public struct InvalidScopeNesting: CleanseError {
  /// The finding: both components and a fix.
  public let finding: Diagnostic
  /// The finding as text.
  public var description: String { finding.description }
}

/// Several errors.
///
/// New code catches a `ValidationError`, which has all findings, also a single one.
public struct MultiError: CleanseError {
  /// The errors, ordered by their descriptions.
  public let errors: [any CleanseError]
  /// All errors as text, one after the other.
  public var description: String { errors.map(\.description).joined(separator: "\n") }

  init(_ errors: [any CleanseError]) {
    self.errors = errors.sorted { $0.description < $1.description }
  }
}

extension Diagnostic {
  /// The finding as an error of its own type.
  var typed: any CleanseError {
    switch code {
    case .missingBinding: MissingProvider(finding: self)
    case .dependencyCycle: DependencyCycle(finding: self)
    case .scopeNesting: InvalidScopeNesting(finding: self)
    default: self
    }
  }
}

extension SourceLocation {
  /// Creates a location from the values of `#file`, `#line` and `#function`; it does not keep the function.
  public init(file: StaticString, line: Int, function: StaticString) {
    self.init(file: file.description, path: file.description, line: line)
  }

  /// A location does not have the function.
  @available(*, unavailable, message: "a location has only 'file', 'path' and 'line'")
  public var function: StaticString { "" }
}
