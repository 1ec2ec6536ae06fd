/// The result of looking up the entry point in a file.
package enum EntryPoint: Equatable {
  /// A function that the host can call.
  case function
  case missing
  /// The file refers to the symbol, but does not define it.
  case undefined
  /// Another kind of symbol, such as a variable.
  case notAFunction
  /// A symbol that is not global, such as a weak one, which another library could replace.
  case notGlobal
  /// A function outside the executable segments, so a call would crash.
  case outsideCode

  init(_ symbol: DynamicSymbol, in segments: [ElfSegment]) {
    self =
      if !symbol.isDefined {
        .undefined
      } else if !symbol.isFunction {
        .notAFunction
      } else if !symbol.isGlobal {
        .notGlobal
      } else if !symbol.isRelocated || !segments.containCode(at: symbol.address) {
        .outsideCode
      } else {
        .function
      }
  }

  /// The result as a phrase for messages.
  var phrase: String {
    switch self {
    case .function: "the symbol is defined"
    case .missing: "no symbol of that name is exported"
    case .undefined: "the symbol is undefined"
    case .notAFunction: "the symbol is not a function"
    case .notGlobal: "the symbol is not global"
    case .outsideCode: "the symbol is not in an executable segment"
    }
  }
}
