/// What a file has under the name of the entry point.
package enum EntryPoint: Equatable {
  /// The function that the host calls.
  case function
  case missing
  /// It is asked for, as by a program that loads it, and not there.
  case undefined
  /// It is a variable, say.
  case notAFunction
  /// It is a weak symbol, which another library could replace.
  case notGlobal
  /// It lies where there is no code, so calling it would be a crash.
  case outsideCode

  /// `CLEANSE_ENTRY_POINT` of cleanse_plugin.h.
  package static let name = "cleanse_plugin_configure"

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

  /// What was found, for people.
  var phrase: String {
    switch self {
    case .function: "it is there"
    case .missing: "no symbol of that name is exported"
    case .undefined: "it refers to it, and does not bring it"
    case .notAFunction: "its symbol of that name is not a function"
    case .notGlobal: "its symbol of that name is not global"
    case .outsideCode: "its symbol of that name does not lie in an executable segment"
    }
  }
}
