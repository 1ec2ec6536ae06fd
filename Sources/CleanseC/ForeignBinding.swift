import Cleanse

/// What a binding of C says of itself: its factory is a function of C, or its value is one of C.
///
/// What its names mean is only known once everybody has been recorded: which of them Swift knows, too.
package final class ForeignBinding: GuestBinding {
  package enum Source: Sendable {
    case function(any ForeignFunction)
    /// The bytes of a value.
    case value(ForeignValue)
    /// None: there may be no binding.
    case declaration
  }

  /// For a value, one without parameters.
  package let signature: CSignature
  /// Whether the result is a part of a collection: several where it is an array.
  package let isContribution: Bool
  package let source: Source

  package init(_ signature: CSignature, isContribution: Bool = false, source: Source) {
    self.signature = signature
    self.isContribution = isContribution
    self.source = source
  }

  /// The key that it answers, or adds to.
  var key: CKey {
    guard isContribution, !signature.result.type.isArray else { return signature.result }
    return CKey(type: .array(signature.result.type), name: signature.result.name)
  }

  /// The function or the value as its author describes it.
  var text: String {
    if case .value = source { "\(signature.result)" } else { "\(signature)" }
  }

  /// Ends the process, as its function has failed although nothing says that it can: an exception of C++ has
  /// left it.
  ///
  /// It is the same as where an exception leaves a `noexcept`: no type of those who asked lets them take
  /// an error, and there is no value to go on with. PluginABI.md says so to who writes the function, and a
  /// probe that exercises the plugin finds it in a process of its own.
  ///
  /// - Parameter origin: Who bound it.
  @inline(never)
  func end(_ message: String, from origin: String?) -> Never {
    let error = CFunctionError(
      function: signature.function, origin: origin,
      message: "it failed, and its signature has no `throws`: \(message)")
    // Nobody who asked can take an error, and whoever went on would have no value.
    fatalError("\(error)")
  }
}

extension ForeignBinding {
  package func key(in keys: KeyTable) -> Key { keys.key(of: key) }

  /// Whether the function asks for providers, which belong to a component instance.
  package var needsInstance: Bool {
    signature.parameters.contains { parameter in
      switch parameter.form {
      case .provider, .throwingElements: true
      case .value, .optional: false
      }
    }
  }
}

/// A function of C that is ready to be called.
package protocol ForeignFunction: AnyObject, Sendable {
  /// Calls the function.
  ///
  /// - Parameters:
  ///   - arguments: Where the values of the parameters are, and room for one more behind them. What
  ///     stands there is changed for parameters that are structures, and for a function that throws.
  ///   - result: Room for the result, and for 16 bytes at least; the result begins there.
  /// - Returns: What the function reported when it failed; the result is undefined then.
  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String?

  /// A function of C for the parameter, which has to ask for a provider.
  ///
  /// - Parameter body: Puts a value where it is told to, or returns why there is none.
  func callback(
    for parameter: CParameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback

  /// The same for a value that is there each time.
  ///
  /// - Parameter body: Puts the value where it is told to. It gets what C passes as well, so that nothing
  ///   need stand between C and it.
  func callback(
    for parameter: CParameter,
    always body:
      @escaping @Sendable (
        UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      ) -> Void
  ) throws -> any ForeignCallback
}

/// A function that C can call, until the last reference to this is gone.
package protocol ForeignCallback: AnyObject, Sendable {
  var address: UnsafeMutableRawPointer { get }
}

/// A value of C, copied with all that it points to; but for the targets of `NAME *`, which C keeps.
@safe package final class ForeignValue {
  let bytes: UnsafeMutableRawPointer
  private let arena = ForeignArena()

  /// Copies the value.
  ///
  /// - Throws: When it is none, such as a null pointer for a string.
  package init(copying bytes: UnsafeRawPointer, of type: CType) throws {
    guard unsafe bytes.isAligned(to: type.alignment) else {
      throw CBridgeError("the address of the value is none of a `\(type)`")
    }
    unsafe self.bytes = unsafe arena.allocate(type.size, alignment: type.alignment)
    try unsafe copy(bytes, ForeignDictionary.empty.coding(of: type))
  }

  private func copy(_ original: UnsafeRawPointer, _ coding: some ForeignCoding) throws {
    let value = try unsafe coding.load(original, isOwned: false, keeping: nil)
    try unsafe coding.store(value, to: bytes) { arena }
  }
}

// Safety: never written to after it has been made.
extension ForeignValue: @unchecked Sendable {}

extension UnsafeRawPointer {
  func isAligned(to alignment: Int) -> Bool {
    UInt(bitPattern: self).isMultiple(of: UInt(alignment))
  }
}
