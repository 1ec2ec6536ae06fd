public import CleanseTestSupport

extension SeededGenerator {
  /// A text that is made of the parts, picked at random.
  public mutating func text(of parts: [String], count: Int) -> String {
    (0..<count).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }
}
