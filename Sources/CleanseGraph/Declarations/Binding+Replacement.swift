/// Replacements: the overrides that a test passes to `of`.
extension Binding {
  /// The precedence of a replacement without one of its own.
  private static let replacement = Int.max - 0x7FFF_FFFF

  /// The precedences of replacements, which are above those of all other overrides.
  private static let replacements = (replacement - 0x8000_0000)...Int.max

  /// Whether the binding is a replacement.
  package var isReplacement: Bool { override.map(Self.isReplacement) ?? false }

  /// Whether a recorded precedence is that of a replacement.
  package static func isReplacement(_ precedence: Int) -> Bool { replacements.contains(precedence) }

  /// Returns the precedence to record for an override.
  ///
  /// - Parameters:
  ///   - declared: Its precedence among the other overrides, or among the other replacements.
  ///   - replaces: Whether it is a replacement.
  package static func precedence(_ declared: Int, ofReplacement replaces: Bool) -> Int {
    guard replaces else { return min(declared, replacements.lowerBound - 1) }
    // It may have been recorded as that of a replacement before.
    guard !isReplacement(declared) else { return declared }
    return replacement + min(max(declared, -0x8000_0000), 0x7FFF_FFFF)
  }
}
