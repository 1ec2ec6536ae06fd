import CleanseGraph

/// A language other than Swift that contributors declare bindings in, as far as recording and linking deal with it.
///
/// A recording knows the language of the contributors that are recorded, if there is one; the core names none.
package protocol GuestLanguage: SendableMetatype {
  /// The names that recorded components declare.
  static func names(of components: [RecordedComponent], _ keys: KeyTable) -> any GuestNames

  /// How values of one recording cross between the languages.
  static func values(of components: [RecordedComponent]) -> any GuestValues
}
