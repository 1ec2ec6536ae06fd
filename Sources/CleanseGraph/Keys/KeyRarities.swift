/// What few keys are.
package struct KeyRarities: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// ``Key/isNamed``.
  package static let named = KeyRarities(rawValue: 1)
  /// A key with a name for plugins in other languages.
  package static let aliased = KeyRarities(rawValue: 2)
  /// ``Key/isCopy``.
  package static let copied = KeyRarities(rawValue: 4)
}
