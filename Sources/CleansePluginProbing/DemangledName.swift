import CleanseSupport

/// Demangles as much of a Swift symbol as names the declaration: the module, the enclosing types and its name.
///
/// The runtime could demangle the whole type, but it terminates the process on symbols that no compiler
/// emits, and these symbols come from plugins. The rules are those of docs/ABI/Mangling.rst in Swift's
/// repository, "Identifiers".
struct DemangledName {
  /// The declaration that a symbol of Swift or C++ names, such as `Words.WordTally.add`. Returns any other symbol, and
  /// one whose beginning is not of that kind, unchanged.
  static func of(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") else { return CXXName.of(symbol) ?? symbol }
    var name = DemangledName(rest: Array(symbol.utf8.dropFirst(2))[...])
    let path = name.readPath()
    return path.count > 1 ? path.joined(separator: ".") : symbol
  }

  private var rest: ArraySlice<UInt8>
  /// The words of the identifiers so far, which later identifiers can refer to.
  private var words: [ArraySlice<UInt8>] = []

  private static let wordLimit = 26
  /// The length of a name in bytes up to which it is demangled: words can be repeated any number of times.
  private static let lengthLimit = 4096
  /// The length so far.
  private var length = 0

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  private mutating func readPath() -> [String] {
    var path: [String] = []
    while rest.first?.isASCIIDigit == true, let identifier = readIdentifier() {
      path.append(String(decoding: identifier, as: UTF8.self))
      // After the module, each type is followed by its kind.
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
        // The last word of a reference is a capital letter.
        refersToWords = letter >= UInt8(ascii: "a")
        let number = Int(letter | 0x20) - Int(UInt8(ascii: "a"))
        guard words.indices.contains(number), extend(by: words[number].count) else { return nil }
        identifier += words[number]
      }
      if take("0") { break }
      guard let count = readNumber(), count > 0, count <= rest.count, extend(by: count) else {
        return nil
      }
      let text = rest.prefix(count)
      rest.removeFirst(count)
      identifier += text
      addWords(of: text)
    } while refersToWords
    return identifier
  }

  /// Counts further bytes of the name; returns false if it gets too long.
  private mutating func extend(by count: Int) -> Bool {
    length += count
    return length <= Self.lengthLimit
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

  /// A word begins after a digit, an underscore or another word, and ends before a capital letter that follows
  /// a lower-case letter.
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
