import CleanseGraph

/// A language other than Swift in which contributors declare bindings: what recording and linking need to
/// know of it.
///
/// A recording stores the guest language of its contributors, if there is one. The core refers to no specific
/// one.
package protocol GuestLanguage: SendableMetatype {
  /// The names that recorded components declare.
  static func names(of components: [RecordedComponent], _ keys: KeyTable) -> any GuestNames

  /// How values of one recording cross between the languages.
  static func values(of components: [RecordedComponent]) -> any GuestValues
}
