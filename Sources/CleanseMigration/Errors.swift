public import Cleanse
public import CleanseGraph

/// An error of the framework, or of a validator.
public protocol CleanseError: Error, CustomStringConvertible {}

extension ValidationError: CleanseError {
  /// The single errors.
  @available(*, unavailable, renamed: "diagnostics")
  public var errors: [any CleanseError] { diagnostics }
}

extension Diagnostic: CleanseError {}

extension ResolutionError: CleanseError {}

/// Several errors: `of` always throws all findings together.
@available(
  *, unavailable, renamed: "ValidationError",
  message: "it has all findings in 'diagnostics', and is thrown for a single one, too"
)
public typealias MultiError = ValidationError

/// A missing binding.
@available(
  *, unavailable, renamed: "ValidationError",
  message: "find it with 'error.diagnostics.contains { $0.code == .missingBinding }'"
)
public typealias MissingProvider = ValidationError

/// A cycle of dependencies.
@available(
  *, unavailable, renamed: "ValidationError",
  message: "find it with 'error.diagnostics.contains { $0.code == .dependencyCycle }'"
)
public typealias DependencyCycle = ValidationError

/// A scope inside of itself.
@available(
  *, unavailable, renamed: "ValidationError",
  message: "find it with 'error.diagnostics.contains { $0.code == .scopeNesting }'"
)
public typealias InvalidScopeNesting = ValidationError

extension SourceLocation {
  /// Creates a location from the values of `#file`, `#line` and `#function`; it does not keep the function.
  public init(file: StaticString, line: Int, function: StaticString) {
    self.init(file: file.description, path: file.description, line: line)
  }

  /// A location does not have the function.
  @available(*, unavailable, message: "a location has only 'file', 'path' and 'line'")
  public var function: StaticString { "" }
}
