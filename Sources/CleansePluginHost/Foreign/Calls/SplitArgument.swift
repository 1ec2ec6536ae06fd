/// An argument that libffi gets in two pieces, as it does harm with it in one.
///
/// A structure of two words, an integer one and one of floating point, goes into a register of each kind
/// (System V ABI for AMD64, §3.2.3). libffi 3.4.4 copies both words to the place of the first. Behind
/// the last register for integers is the first for floating point, which may hold another argument by
/// then. The two words as two arguments go into the same registers, without that.
struct SplitArgument: Sendable {
  /// Which argument it is. No signature has two of them, as there is one last register.
  let place: Int
  /// What the words are as arguments; the second begins ``wordSize`` bytes behind the first.
  let pieces: [CLayout]

  static let wordSize = 8

  /// Finds the argument, if there is one.
  init?(result: CLayout, arguments: [CLayout]) {
    #if arch(x86_64)
      // The place for a result in memory is handed over like a first argument.
      var integers = result.size > 2 * Self.wordSize ? 1 : 0
      var vectors = 0
      for (place, argument) in arguments.enumerated() where argument.size <= 2 * Self.wordSize {
        let words = (argument.size + Self.wordSize - 1) / Self.wordSize
        let areIntegers = (0..<words).map { Self.hasInteger(argument, inWord: $0) }
        let needed = areIntegers.count { $0 }
        // What doesn't fit as a whole goes to the stack.
        guard integers + needed <= 6, vectors + words - needed <= 8 else { continue }
        if areIntegers == [true, false], integers == 5, vectors > 0 {
          self.place = place
          pieces = [.uint64, argument.size > 12 ? .double : .float]
          return
        }
        integers += needed
        vectors += words - needed
      }
    #endif
    return nil
  }

  private static func hasInteger(_ layout: CLayout, inWord word: Int, at offset: Int = 0) -> Bool {
    switch layout {
    case .float, .double, .void: false
    case .structure(let structure):
      zip(structure.fields, structure.offsets).contains {
        hasInteger($0, inWord: word, at: offset + $1)
      }
    default: offset / wordSize == word
    }
  }
}
