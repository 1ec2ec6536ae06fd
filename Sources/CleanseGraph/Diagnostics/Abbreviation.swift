/// How much of a long list or text a finding shows: the beginning, how much is left out, and the end.
///
/// All limits of findings are here. What is left out remains in the finding, for code that reads it, except of the texts of
/// plugins that are far too long: these are cut where they are recorded.
package struct Abbreviation: Sendable {
  private let first: Int
  private let last: Int

  /// Notes and arguments.
  package static let facts = Abbreviation(first: 15, last: 5)
  /// The names in a line, such as the hops of a cycle.
  package static let names = Abbreviation(first: 10, last: 5)
  /// The names on a path that is one of many in a finding.
  static let path = Abbreviation(first: 3, last: 3)

  /// Whether a list of that length is abbreviated. Leaving out a single element would save nothing.
  func applies(to count: Int) -> Bool { count > first + last + 1 }

  /// What replaces the middle of a list of that length.
  func gap(of count: Int) -> String { "… \(count - first - last) more …" }

  /// The list as it is shown.
  ///
  /// - Parameter element: Makes the element in place of those that are left out.
  func of<Element>(_ list: [Element], gap element: (String) -> Element) -> [Element] {
    guard applies(to: list.count) else { return list }
    return list.prefix(first) + [element(gap(of: list.count))] + list.suffix(last)
  }

  /// The names as they are shown.
  package func of(_ names: [String]) -> [String] {
    of(names) { $0 }
  }
}

// MARK: - Texts

extension Abbreviation {
  /// The longest name of a type that is shown in full, in Unicode scalars.
  static let longestName = 1000
  /// The longest text that is shown in full, in Unicode scalars.
  static let longestText = 10_000
  /// The longest text of a plugin that is kept, in bytes of UTF-8.
  package static let longestKept = 1 << 16

  /// The text as it is shown. Of a long name, the innermost part is kept, too: names of types that are nested in the same
  /// way differ only there.
  ///
  /// - Complexity: Linear; constant for a text that is not long.
  package static func text(_ text: String) -> String {
    // No text has fewer bytes than scalars.
    guard text.utf8.count > longestName else { return text }
    return passage(words(of: Array(text.unicodeScalars)).map(name).joined())
  }

  /// A text that programs compare, as it is shown: only one that is far too long to be a name is abbreviated.
  package static func passage(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    let scalars = Array(text.unicodeScalars)
    guard scalars.count > longestText else { return text }
    let end = scalars.count - longestText / 4
    return joined([0..<longestText / 2, end..<scalars.count], of: scalars)
  }

  /// The location as it is shown. No path of a source file is that long.
  package static func location(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(file: path(location.file), path: path(location.path), line: location.line)
  }

  private static func path(_ text: String) -> String {
    text.utf8.count > longestName ? name(Array(text.unicodeScalars)[...]) : text
  }

  /// A name as it is shown.
  private static func name(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let scalars = Array(scalars)
    guard scalars.count > longestName else { return string(scalars[...]) }
    let part = longestName / 4
    let middle = min(max(innermost(of: scalars), part), scalars.count - part)
    let inner = middle - part / 2..<middle + part / 2
    return joined([0..<part, inner, scalars.count - part..<scalars.count], of: scalars)
  }

  /// The index after the first bracket at the greatest depth.
  private static func innermost(of scalars: [Unicode.Scalar]) -> Int {
    var (depth, greatest, innermost) = (0, 0, 0)
    for index in scalars.indices {
      depth += nesting(at: index, of: scalars)
      if depth > greatest { (greatest, innermost) = (depth, index + 1) }
    }
    return innermost
  }

  /// The parts of a text between spaces and lines, where spaces inside of brackets belong to a name.
  private static func words(of scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    var words: [ArraySlice<Unicode.Scalar>] = []
    var (start, depth) = (0, 0)
    for index in scalars.indices {
      depth = max(0, depth + nesting(at: index, of: scalars))
      guard scalars[index] == "\n" || scalars[index] == " " && depth == 0 else { continue }
      words.append(scalars[start...index])
      (start, depth) = (index + 1, 0)
    }
    return words + [scalars[start...]]
  }

  /// By how much the scalar at the index changes the depth of brackets.
  private static func nesting(at index: Int, of scalars: [Unicode.Scalar]) -> Int {
    switch scalars[index] {
    case "<", "(", "[": 1
    case ")", "]": -1
    case ">": index > 0 && scalars[index - 1] == "-" ? 0 : -1
    default: 0
    }
  }

  /// The ranges of a text, with the number of characters between them. Ranges may meet or overlap.
  private static func joined(_ ranges: [Range<Int>], of scalars: [Unicode.Scalar]) -> String {
    var result = ""
    var end = 0
    for range in ranges {
      if range.lowerBound > end { result += "… \(range.lowerBound - end) characters …" }
      let start = max(range.lowerBound, end)
      result += string(scalars[start..<max(start, range.upperBound)])
      end = max(end, range.upperBound)
    }
    return result
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
