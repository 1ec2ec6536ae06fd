/// The names that contributors declare and use in a guest language, a language other than Swift, as data; and what
/// the framework needs to know of that language to validate a graph.
///
/// A graph whose contributors use no guest language has none.
package protocol GuestNames: Hashable, Sendable, Codable {
  /// The codes of the findings of ``resolve(in:)``. They are dropped on merging, as names are then resolved again.
  static var codes: Set<Diagnostic.Code> { get }

  /// The validators of mistakes that are only possible in the language.
  static var validators: [any GraphValidator] { get }

  /// The texts of fixes in the language.
  static var wording: any FixWording { get }

  /// Creates an empty set of names.
  init()

  /// The names declared in each subcomponent.
  var bySubcomponent: [ComponentIndex: any GuestNames] { get }

  /// Adds the names that a contributor declares in the root component of separately recorded declarations.
  ///
  /// - Parameters:
  ///   - part: The names of these declarations.
  ///   - origin: The contributor; nil for the application itself.
  ///   - isIncluded: Whether another contributor has already included the module, so that its names may be
  ///     present.
  /// - Returns: The modules that declare the added names.
  mutating func merge(
    _ part: any GuestNames, from origin: String?, isIncluded: (_ module: String) -> Bool
  ) -> Set<String>

  /// Adds the names that a contributor declares in a subcomponent.
  ///
  /// - Parameters:
  ///   - origin: The contributor; nil for the application itself.
  ///   - component: The subcomponent in the merged declarations.
  mutating func merge(
    _ subcomponent: any GuestNames, from origin: String?, into component: ComponentIndex)

  /// The contributors that declare the names that bindings of the language use.
  ///
  /// - Parameter bindings: Bindings of any language.
  func declarers(for bindings: [Binding]) -> Set<String>

  /// The declared type name that is similar to the type name of a key, which no declaration explains; nil if there is
  /// none, or if the key is one of Swift.
  func typeName(near key: Key) -> String?

  /// Resolves the names that contributors use to their declarations by others, and reports ambiguous names. Runs
  /// before the declarations themselves are resolved.
  static func resolve(in declarations: inout Declarations)
}

extension GuestNames {
  /// Whether these are the same names of the same language.
  func isEqual(to other: (any GuestNames)?) -> Bool { other as? Self == self }

  /// An empty set of names of the same language.
  var none: any GuestNames { Self() }

  /// The fix for a binding of a key whose type name may be misspelled.
  func spelling(of key: Key) -> String? {
    typeName(near: key).map { near in
      // What a collection contains is declared without the brackets.
      let names = [near, key.typeName].map { $0.hasSuffix("[]") ? String($0.dropLast(2)) : $0 }
      return "write `\(names[0])` instead of `\(names[1])`, or remove the binding"
    }
  }

  /// The note on a key whose type name may be misspelled.
  func note(onTypeOf key: Key) -> Diagnostic.Note? {
    typeName(near: key).map { Diagnostic.Note("did you mean `\($0)`?") }
  }

  /// See ``resolve(in:)``.
  package func resolve(_ declarations: inout Declarations) { Self.resolve(in: &declarations) }
}
