/// A language other than Swift that plugins can be written in.
///
/// The framework knows such a language only by this protocol and by those of its associated types. There is one,
/// ``Guest``, which is a type that the compiler knows and no list of existentials, so that nothing is cast or
/// looked up when values cross between the languages.
protocol GuestLanguage {
  /// A binding as its author wrote it.
  associatedtype Written: GuestBinding
  /// What a plugin declares in the language that is not a binding.
  associatedtype Attachment: Sendable
  /// What names that plugins use mean in Swift.
  associatedtype Names: GuestNames
  /// How values of one recording cross between the languages.
  associatedtype Values: GuestValues
  /// What the language keeps for one instance of a component; it is released with the instance.
  associatedtype InstanceState

  /// Finds mistakes that only plugins in the language can make.
  static var validators: [any GraphValidator] { get }
  /// How a fix is written in the language.
  static var wording: any FixWording { get }

  /// The names that recorded components declare.
  static func names(of components: [RecordedComponent], _ keys: KeyTable) -> Names

  /// Gives the names that plugins use the meaning that others declare for them, and reports those that mean
  /// several things. Runs before declarations are resolved.
  static func resolveNames(in declarations: inout Declarations)

  /// What a new instance of a component begins with.
  static func newInstanceState() -> sending InstanceState
}
