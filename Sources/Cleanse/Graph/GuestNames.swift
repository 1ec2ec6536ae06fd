/// What names that plugins in a guest language use mean in Swift, as data.
protocol GuestNames: Hashable, Sendable, Codable {
  /// The codes of what resolving names reports. Merged declarations are resolved again.
  static var codes: Set<Diagnostic.Code> { get }

  /// No names.
  init()

  /// What is declared in each subcomponent, by the index of that.
  var bySubcomponent: [Int: Self] { get }

  /// Adds what a contributor declares in the root component of declarations that were recorded apart.
  ///
  /// - Parameters:
  ///   - part: The names of these declarations.
  ///   - origin: The contributor; nil for the application itself.
  ///   - isIncluded: Whether another contributor has included the module before, so that what it declares
  ///     may be there already.
  /// - Returns: The modules that declare what was added.
  mutating func merge(
    _ part: Self, from origin: String?, isIncluded: (_ module: String) -> Bool
  ) -> Set<String>

  /// Adds what is declared in a subcomponent.
  ///
  /// - Parameter component: The index of the subcomponent in the merged declarations.
  mutating func merge(_ subcomponent: Self, into component: Int)
}
