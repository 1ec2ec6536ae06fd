package import CleanseGraph

/// Abridges lists of notes.
///
/// If each of a thousand findings named all the others, there would be a million notes.
package enum Abridgement {
  /// The number of elements that an abridged list names.
  static let limit = 5

  /// A note for each of the first elements, and one with the number of the others. A list that exceeds the limit
  /// by one is not abridged.
  ///
  /// - Parameters:
  ///   - total: The total number, which may be larger than that of the elements.
  ///   - predicate: The text after the number of the others, as in `plugins also have it`.
  package static func notes<Element>(
    _ elements: some Sequence<Element>, of total: Int, _ predicate: String,
    note: (Element) -> Diagnostic.Note
  ) -> [Diagnostic.Note] {
    let named = elements.prefix(total <= limit + 1 ? total : limit).map(note)
    guard total > named.count else { return named }
    return named + [Diagnostic.Note("\(total - named.count) more \(predicate)")]
  }
}
