/// A call that passes one structure argument to libffi as two arguments, to avoid a bug in libffi.
///
/// A structure of an integer word and a floating-point word is passed in one register of each kind (System V
/// ABI for AMD64, §3.2.3). libffi 3.4.4 copies both words to the slot of the integer register. If that is the
/// last one, the second word overwrites the first floating-point register, which may already hold another
/// argument. Two separate arguments use the same registers, without the bug.
struct SplitCall: Sendable {
  /// The index of the argument. A signature has at most one, because there is only one last register.
  private let index: Int
  /// The number of arguments, with that one counted as two.
  private let count: Int
  private let prepared: LibFFI.Interface

  private static let wordSize = 8

  /// Returns nil for a signature that the bug does not affect.
  init?(
    result: CLayout, arguments: [CLayout], preparedBy types: inout LibFFI.Types
  ) throws(CallInterfaceError) {
    guard let index = Self.index(result: result, arguments: arguments) else { return nil }
    self.index = index
    // A structure of up to twelve bytes has a single `float` in its second word.
    let second = arguments[index].size > 12 ? CLayout.double : .float
    var pieces = arguments
    pieces.replaceSubrange(index...index, with: [.uint64, second])
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
        let whole = unsafe arguments?[piece > index ? piece - 1 : piece]
        unsafe pieces.initializeElement(
          at: piece, to: piece == index + 1 ? whole.map { unsafe $0 + Self.wordSize } : whole)
      }
      return unsafe prepared.call(function, arguments: pieces.baseAddress, result: result)
    }
  }
}

extension SplitCall {
  private static func index(result: CLayout, arguments: [CLayout]) -> Int? {
    #if arch(x86_64)
      // The address for a result in memory is passed like a first argument.
      var integers = result.size > 2 * wordSize ? 1 : 0
      var vectors = 0
      for (index, argument) in arguments.enumerated() where argument.size <= 2 * wordSize {
        let words = argument.size > wordSize ? 2 : 1
        let isInteger = (
          hasInteger(argument, inWord: 0), words == 2 && hasInteger(argument, inWord: 1)
        )
        let needed = (isInteger.0 ? 1 : 0) + (isInteger.1 ? 1 : 0)
        // An argument that does not fit as a whole is passed on the stack.
        guard integers + needed <= 6, vectors + words - needed <= 8 else { continue }
        if words == 2, isInteger == (true, false), integers == 5, vectors > 0 { return index }
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
