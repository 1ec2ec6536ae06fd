/// A type of C and the name behind the `@`, or none.
package struct CKey: Hashable, Sendable {
  package var type: CType
  package var name: String?

  package init(type: CType, name: String? = nil) {
    self.type = type
    self.name = name
  }
}

/// A binding whose factory is a function of C, or whose value is one of C.
///
/// What its names mean is only known once everybody has been recorded: which of them Swift knows, too.
package struct ForeignBinding: Sendable {
  /// A parameter of the function.
  package struct Parameter: Sendable {
    package enum Form: Hashable, Sendable {
      case value
      /// Null where nothing is bound.
      case optional
      /// A function that yields a value at each call.
      case provider(isThrowing: Bool)
    }

    package var key: CKey
    package var form: Form
    /// Whether it is handed over for the time of the call only.
    package var isBorrowed: Bool

    package init(key: CKey, form: Form = .value, isBorrowed: Bool = false) {
      self.key = key
      self.form = form
      self.isBorrowed = isBorrowed
    }
  }

  package enum Source: Sendable {
    case function(any ForeignFunction)
    /// The bytes of a value, with what they point to.
    case value(ForeignValue)
  }

  /// What the signature calls the function.
  package var name: String?
  /// The signature, in one line.
  package var signature: String
  package var result: CKey
  /// Whether memory that the result consists of is freed once it has been copied.
  package var isOwned: Bool
  package var parameters: [Parameter]
  /// Whether the function can report an error.
  package var isThrowing: Bool
  package var source: Source
  package var isShared = false
  package var isContribution = false
  /// The place among the contributions.
  package var place = 0
  /// The place among the overrides of the key; nothing when it is none.
  package var override: Int?

  package init(
    name: String? = nil, signature: String, result: CKey, isOwned: Bool = false,
    parameters: [Parameter] = [], isThrowing: Bool = false, source: Source
  ) {
    self.name = name
    self.signature = signature
    self.result = result
    self.isOwned = isOwned
    self.parameters = parameters
    self.isThrowing = isThrowing
    self.source = source
  }
}

/// A function of C that is ready to be called.
package protocol ForeignFunction: Sendable {
  /// Calls the function.
  ///
  /// - Parameters:
  ///   - arguments: Where the values of the parameters are, and room for one more behind them.
  ///   - result: Room for the result, and for 16 bytes at least; the result begins there.
  /// - Returns: What the function reported when it failed; the result is undefined then.
  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String?

  /// A function of C for the parameter, which has to ask for a provider.
  ///
  /// - Parameter body: Puts a value where it is told to, or returns why there is none.
  func callback(
    for parameter: ForeignBinding.Parameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback
}

/// A function that C can call, until the last reference to this is gone.
package protocol ForeignCallback: AnyObject, Sendable {
  var address: UnsafeMutableRawPointer { get }
}

/// The bytes of a value of C.
package final class ForeignValue: @unchecked Sendable {
  // Safety: never written to after it has been made.
  let bytes: UnsafeMutableRawPointer

  /// Copies so many bytes.
  package init(copying bytes: UnsafeRawPointer, of type: CType) {
    self.bytes = .allocate(byteCount: type.size, alignment: 16)
    self.bytes.copyMemory(from: bytes, byteCount: type.size)
  }

  deinit {
    bytes.deallocate()
  }
}
