import Cleanse
import CleansePluginHost

/// Makes messages of one finding equal that differ by the machine, the directory or the line.
struct StableText {
  /// Which numbers are taken out.
  enum Numbers {
    case none
    /// Those of lines: behind the name of a file and a colon, and behind the word `line`.
    case lines
    /// All that stand by themselves: also what was counted or measured.
    case all
  }

  /// Those in whose directories a word ends, by what messages call them.
  private let files: [String: PluginFile]

  /// - Parameter files: Whose directories are known. Others are taken for words with slashes.
  init(files: [PluginFile]) {
    let odd = files.filter { file in
      [file.path, file.resolvedPath].contains {
        $0.unicodeScalars.contains(where: Self.isDelimiter)
      }
    }
    self.files = Dictionary(odd.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The finding's message without directories, and without numbers that differ from run to run.
  func of(_ finding: Diagnostic) -> String {
    // What the host measures differs; what others number may be what they speak of.
    of(finding.message, taking: finding.code.owner == "plugin" ? .all : .lines)
  }

  /// The message without directories and without such numbers.
  func of(_ message: String, taking numbers: Numbers) -> String {
    var text = withoutKnownDirectories(message).unicodeScalars
    if text.contains("/") { text = Self.withoutDirectories(text) }
    return String(numbers == .none ? text : Self.withoutNumbers(text, numbers))
  }

  /// Without the directories of the file that the message begins with, where a word does not show
  /// them for what they are.
  private func withoutKnownDirectories(_ message: String) -> String {
    guard !files.isEmpty, let file = file(atStartOf: message) else { return message }
    var message = message
    for path in [file.path, file.resolvedPath] {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let directory = path[...slash]
      guard directory.unicodeScalars.contains(where: Self.isDelimiter) else { continue }
      message = message.split(separator: directory, omittingEmptySubsequences: false).joined()
    }
    return message
  }

  /// No path is longer than this, in the bytes that Linux takes.
  private static let pathLimit = 4096

  private func file(atStartOf message: String) -> PluginFile? {
    let start = message.prefix(Self.pathLimit)
    for index in start.indices where start[index] == " " {
      if let file = files[String(start[..<index])] { return file }
    }
    return nil
  }

  /// Each word with slashes is the last part of it.
  private static func withoutDirectories(
    _ text: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    var word = text.startIndex
    while word < text.endIndex {
      let end = text[word...].firstIndex(where: isDelimiter) ?? text.endIndex
      result.append(contentsOf: text[word..<end].split(separator: "/").last ?? text[word..<word])
      guard end < text.endIndex else { break }
      result.append(text[end])
      word = text.index(after: end)
    }
    return result
  }

  private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || " \"'`()[]<>,;=:|".unicodeScalars.contains(scalar)
  }

  /// Each number that counts as one is a `#`.
  private static func withoutNumbers(
    _ text: String.UnicodeScalarView, _ numbers: Numbers
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    var rest = text[...]
    while let next = rest.firstIndex(where: isDigit) {
      result.append(contentsOf: rest[..<next])
      let end = rest[next...].firstIndex { !isDigit($0) } ?? rest.endIndex
      let isWord =
        result.last.map(isPartOfName) ?? false
        || end < rest.endIndex && isPartOfName(rest[end])
      if isWord || numbers == .lines && !isLine(behind: result) {
        result.append(contentsOf: rest[next..<end])
      } else {
        result.append("#")
      }
      rest = rest[end...]
    }
    result.append(contentsOf: rest)
    return result
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  /// Whether a number that stands behind the text tells a line, or a column.
  private static func isLine(behind text: String.UnicodeScalarView) -> Bool {
    let end = text.suffix(6)
    guard end.last == ":" else {
      let word = String(String.UnicodeScalarView(end)).lowercased()
      return word == "line " || word.hasSuffix(" line ")
    }
    let name = text.dropLast().reversed().prefix { !isDelimiter($0) }
    if name.isEmpty { return false }
    // A column.
    if name.first == "#", name.count == 1 { return true }
    return name.firstIndex(of: ".").map { dot in
      dot > name.startIndex && name[..<dot].allSatisfy(isPartOfName)
    } ?? false
  }
}
