import WordCounting

/// The report of `statistics`.
struct StatisticsReport: Hashable, CustomStringConvertible {
  var bytes: Int
  var lines: Int
  var characters: Int
  var longest: LineMeter.Longest?
  var words: WordSummary

  /// The report as text.
  var description: String {
    var rows = [("lines", "\(lines)"), ("words", "\(words.words)")]
    rows += [("characters", "\(characters)"), ("bytes", "\(bytes)")]
    if let longest {
      rows.append(("longest line", "\(longest.characters), line \(longest.line)"))
    }
    var text = rows.map { Self.padded($0.0, to: 14) + $0.1 + "\n" }.joined()
    if !words.mostFrequent.isEmpty {
      text += "\nmost frequent words\n"
      let width = String(words.mostFrequent.map(\.count).max() ?? 0).count
      for entry in words.mostFrequent {
        let count = String(entry.count)
        text += "  " + String(repeating: " ", count: width - count.count)
        text += count + "  " + Self.printable(entry.word) + "\n"
      }
    }
    if words.untabled > 0 {
      text += "\nnote: \(words.untabled) words are missing in this list, which is limited to "
      text += "\(words.capacity) different words, none of them very long\n"
    }
    return text
  }

  private static func padded(_ label: String, to width: Int) -> String {
    label + String(repeating: " ", count: max(1, width - label.count))
  }

  /// Returns the word with escaped control characters, bidirectional and other format characters, and
  /// line separators; a joiner inside an emoji is kept.
  private static func printable(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let isInside = index > 0 && index < scalars.count - 1
      let stays = !acts(scalar) || (scalar == "\u{200D}" && isInside)
      return stays
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }.joined()
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
