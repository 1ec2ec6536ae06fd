package import CleanseGraph

/// Names the first few of many.
///
/// Where each of some thousand findings named all the others, there would be millions of notes.
package enum Abridgement {
  /// How many are named where there are more than one more.
  static let limit = 5

  /// A note about each of the first few, and one about how many more there are.
  ///
  /// - Parameters:
  ///   - total: How many there are in all, some of which need not be among the elements.
  ///   - predicate: What is to be said of the rest, as in `plugins have it too`.
  package static func notes<Element>(
    _ elements: some Sequence<Element>, of total: Int, _ predicate: String,
    note: (Element) -> Diagnostic.Note
  ) -> [Diagnostic.Note] {
    let named = elements.prefix(total <= limit + 1 ? total : limit).map(note)
    guard total > named.count else { return named }
    return named + [Diagnostic.Note("\(total - named.count) more \(predicate)")]
  }
}
