import CleanseSupport

/// What a symbol is called in its own language.
///
/// Reads as much of a Swift symbol as tells the declaration: the module, the types around it and its name.
/// The runtime could tell its whole type, but it ends the process over symbols that no compiler makes, and
/// these come from plugins. The rules are those of docs/ABI/Mangling.rst in Swift's repository, "Identifiers".
struct DemangledName {
  /// The declaration that a Swift symbol stands for, as in `Words.WordTally.add`; any other symbol as it
  /// is, and so one whose beginning is not of that kind.
  static func of(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") else { return symbol }
    var name = DemangledName(rest: Array(symbol.utf8.dropFirst(2))[...])
    let path = name.readPath()
    return path.count > 1 ? path.joined(separator: ".") : symbol
  }

  private var rest: ArraySlice<UInt8>
  /// Parts of the identifiers so far, which later ones can refer to.
  private var words: [ArraySlice<UInt8>] = []

  private static let wordLimit = 26

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  private mutating func readPath() -> [String] {
    var path: [String] = []
    while rest.first?.isASCIIDigit == true, let identifier = readIdentifier() {
      path.append(String(decoding: identifier, as: UTF8.self))
      // Behind the module, each type is followed by its kind.
      if path.count > 1 {
        guard let kind = rest.first, "VCOP".utf8.contains(kind) else { break }
        rest.removeFirst()
      }
    }
    return path
  }

  private mutating func readIdentifier() -> [UInt8]? {
    var identifier: [UInt8] = []
    var refersToWords = take("0")
    repeat {
      while refersToWords, let letter = rest.first, letter.isASCIILetter {
        rest.removeFirst()
        // The last of them is a capital.
        refersToWords = letter >= UInt8(ascii: "a")
        let number = Int(letter | 0x20) - Int(UInt8(ascii: "a"))
        guard words.indices.contains(number) else { return nil }
        identifier += words[number]
      }
      if take("0") { break }
      guard let count = readNumber(), count > 0, count <= rest.count else { return nil }
      let text = rest.prefix(count)
      rest.removeFirst(count)
      identifier += text
      addWords(of: text)
    } while refersToWords
    return identifier
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func readNumber() -> Int? {
    let digits = rest.prefix { $0.isASCIIDigit }
    rest.removeFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// A word begins behind a digit, an underscore or another word, and ends before a capital behind a
  /// small letter.
  private mutating func addWords(of text: ArraySlice<UInt8>) {
    var start: Int?
    for index in text.startIndex...text.endIndex {
      let next = index < text.endIndex ? text[index] : 0
      if let begin = start,
        next == 0 || next == UInt8(ascii: "_") || next.isCapital && !text[index - 1].isCapital
      {
        if index - begin >= 2, words.count < Self.wordLimit { words.append(text[begin..<index]) }
        start = nil
      }
      if start == nil, next != 0, next != UInt8(ascii: "_"), !next.isASCIIDigit { start = index }
    }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
