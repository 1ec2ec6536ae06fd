/// How a function is called that libffi has to be given one argument of in two pieces, as it does harm
/// with it in one.
///
/// A structure of two words, an integer one and one of floating point, goes into a register of each kind
/// (System V ABI for AMD64, §3.2.3). libffi 3.4.4 copies both words to the place of the first. Behind
/// the last register for integers is the first for floating point, which may hold another argument by
/// then. The two words as two arguments go into the same registers, without that.
struct SplitCall: Sendable {
  /// Which argument it is. No signature has two of them, as there is one last register.
  private let place: Int
  /// How many arguments there are with that one in pieces.
  private let count: Int
  private let prepared: LibFFI.Interface

  private static let wordSize = 8

  /// - Returns: Nothing where libffi does no harm.
  init?(
    result: CLayout, arguments: [CLayout], preparedBy types: inout LibFFI.Types
  ) throws(CallInterfaceError) {
    guard let place = Self.place(result: result, arguments: arguments) else { return nil }
    self.place = place
    // What follows from the size: of twelve bytes, the second word has one number alone.
    let second = arguments[place].size > 12 ? CLayout.double : .float
    var pieces = arguments
    pieces.replaceSubrange(place...place, with: [.uint64, second])
    count = pieces.count
    prepared = try types.prepare(result: result, arguments: pieces)
  }

  /// See ``CallInterface/call(_:arguments:result:)``.
  @unsafe @inline(never)
  func call(
    _ function: UnsafeRawPointer, arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    result: UnsafeMutableRawPointer
  ) -> String? {
    unsafe withUnsafeTemporaryAllocation(
      of: UnsafeMutableRawPointer?.self, capacity: count
    ) { pieces in
      for piece in 0..<count {
        let whole = unsafe arguments?[piece > place ? piece - 1 : piece]
        unsafe pieces.initializeElement(
          at: piece, to: piece == place + 1 ? whole.map { unsafe $0 + Self.wordSize } : whole)
      }
      return unsafe prepared.call(function, arguments: pieces.baseAddress, result: result)
    }
  }
}

extension SplitCall {
  private static func place(result: CLayout, arguments: [CLayout]) -> Int? {
    #if arch(x86_64)
      // The place for a result in memory is handed over like a first argument.
      var integers = result.size > 2 * wordSize ? 1 : 0
      var vectors = 0
      for (place, argument) in arguments.enumerated() where argument.size <= 2 * wordSize {
        let words = argument.size > wordSize ? 2 : 1
        let isInteger = (
          hasInteger(argument, inWord: 0), words == 2 && hasInteger(argument, inWord: 1)
        )
        let needed = (isInteger.0 ? 1 : 0) + (isInteger.1 ? 1 : 0)
        // What doesn't fit as a whole goes to the stack.
        guard integers + needed <= 6, vectors + words - needed <= 8 else { continue }
        if words == 2, isInteger == (true, false), integers == 5, vectors > 0 { return place }
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
