public import CleanseTestSupport

extension SeededGenerator {
  /// Returns a text of randomly chosen parts.
  public mutating func text(of parts: [String], count: Int) -> String {
    (0..<count).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }
}
