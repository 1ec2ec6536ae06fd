/// What names that contributors use in a language other than Swift mean, as data; and what the framework has to know
/// of that language to validate a graph.
///
/// A graph whose contributors use no such language has none.
package protocol GuestNames: Hashable, Sendable, Codable {
  /// The codes of what resolving names reports. Merged declarations are resolved again.
  static var codes: Set<Diagnostic.Code> { get }

  /// Finds mistakes that only contributors in the language can make.
  static var validators: [any GraphValidator] { get }

  /// How a fix is written in the language.
  static var wording: any FixWording { get }

  /// No names.
  init()

  /// What is declared in each subcomponent, by the index of that.
  var bySubcomponent: [Int: any GuestNames] { get }

  /// Adds what a contributor declares in the root component of declarations that were recorded apart.
  ///
  /// - Parameters:
  ///   - part: The names of these declarations.
  ///   - origin: The contributor; nil for the application itself.
  ///   - isIncluded: Whether another contributor has included the module before, so that what it declares
  ///     may be there already.
  /// - Returns: The modules that declare what was added.
  mutating func merge(
    _ part: any GuestNames, from origin: String?, isIncluded: (_ module: String) -> Bool
  ) -> Set<String>

  /// Adds what is declared in a subcomponent.
  ///
  /// - Parameter component: The index of the subcomponent in the merged declarations.
  mutating func merge(_ subcomponent: any GuestNames, into component: Int)

  /// Gives the names that contributors use the meaning that others declare for them, and reports those that mean
  /// several things. Runs before declarations are resolved.
  static func resolve(in declarations: inout Declarations)
}

extension GuestNames {
  /// Whether these are the same names of the same language.
  func isEqual(to other: (any GuestNames)?) -> Bool { other as? Self == self }

  /// No names of the same language.
  var none: any GuestNames { Self() }

  /// See ``resolve(in:)``.
  package func resolve(_ declarations: inout Declarations) { Self.resolve(in: &declarations) }
}
