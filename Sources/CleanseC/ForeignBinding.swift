import Cleanse

/// A C-declared binding: a C function as its factory, or a C value.
///
/// Its names are resolved after all contributors are recorded, because Swift code may declare them as well.
package final class ForeignBinding: GuestBinding {
  package enum Source: Sendable {
    case function(any ForeignFunction)
    /// The bytes of a value.
    case value(ForeignValue)
    /// No source: the key is declared, and may have no binding.
    case declaration
  }

  /// The signature; for a value, one without parameters.
  package let signature: CSignature
  /// Whether the result is contributed to a collection: one element, or all elements of an array.
  package let isContribution: Bool
  /// Whether the function wraps what other bindings of its key provide.
  package let isDecorator: Bool
  package let source: Source
  /// How the instance is started and stopped, if the binding is a service.
  package let service: ForeignService?

  package init(
    _ signature: CSignature, isContribution: Bool = false, isDecorator: Bool = false,
    source: Source, service: ForeignService? = nil
  ) {
    self.signature = signature
    self.isContribution = isContribution
    self.isDecorator = isDecorator
    self.source = source
    self.service = service
  }

  /// The key that it provides, or that of the collection it contributes to.
  var key: CKey {
    guard isContribution, !signature.result.type.isArray else { return signature.result }
    return CKey(type: .array(signature.result.type), name: signature.result.name)
  }

  /// Terminates the process, because the function has failed although its signature does not allow it: it
  /// has thrown a C++ exception.
  ///
  /// This is what C++ does when an exception leaves a `noexcept` function: no dependent can handle an error,
  /// and there is no value. PluginABI.md documents it for authors of plugins, and a probe that exercises the
  /// plugin finds it in a separate process.
  ///
  /// - Parameter origin: The plugin that declared the binding.
  @inline(never)
  func end(_ message: String, from origin: String?) -> Never {
    let error = CFunctionError(
      function: signature.function, origin: origin,
      message: "it failed, and its signature has no `throws`: \(message)")
    // No dependent can handle an error, and there is no value to continue with.
    fatalError("\(error)")
  }
}

extension ForeignBinding: TextSource {
  /// The declaration of the function or value in C syntax.
  package var description: String {
    if case .value = source { "\(signature.result)" } else { "\(signature)" }
  }
}

extension ForeignBinding {
  package func key(in keys: KeyTable) -> Key { keys.key(of: key) }

  /// Whether the function requests providers, which belong to a component instance.
  package var needsInstance: Bool {
    signature.parameters.contains { parameter in
      switch parameter.form {
      case .provider, .optionalProvider, .throwingElements: true
      case .value, .optional: false
      }
    }
  }
}

/// A C function with a prepared call interface.
package protocol ForeignFunction: AnyObject, Sendable {
  /// Calls the function.
  ///
  /// - Parameters:
  ///   - arguments: A pointer to the value of each parameter, followed by room for one more pointer. The call
  ///     overwrites the pointers of structures, and uses the last one for a function that throws.
  ///   - result: Memory for the result, at least 16 bytes; the result is at its start.
  /// - Returns: The error message if the function failed; the result is then undefined.
  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String?

  /// The call without what only some functions need; nil for one that needs it.
  var direct: DirectCall? { get }

  /// Creates a C function for a parameter that requests a provider.
  ///
  /// - Parameter body: Stores the value at an address, or returns an error message.
  func callback(
    for parameter: CParameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback

  /// Creates a C function for a parameter that requests a provider which can't fail.
  ///
  /// - Parameter body: Stores the value at an address. Its second parameter is the arguments that C passes,
  ///   so that no wrapper is needed.
  func callback(
    for parameter: CParameter,
    always body:
      @escaping @Sendable (
        UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      ) -> Void
  ) throws -> any ForeignCallback
}

/// A function that C can call until the last reference to this object is released.
package protocol ForeignCallback: AnyObject, Sendable {
  var address: UnsafeMutableRawPointer { get }
}

/// A deep copy of a C value. Only the targets of `NAME *` are not copied; the plugin keeps them.
@safe package final class ForeignValue {
  let bytes: UnsafeMutableRawPointer
  private let arena = ForeignArena()

  /// Copies the value.
  ///
  /// - Throws: A `CBridgeError` for an invalid value, such as a null pointer for a string.
  package init(copying bytes: UnsafeRawPointer, of type: CType) throws {
    guard unsafe bytes.isAligned(to: type.alignment) else {
      throw CBridgeError("the value is misaligned for a `\(type)`")
    }
    unsafe self.bytes = unsafe arena.allocate(type.size, alignment: type.alignment)
    try unsafe copy(bytes, ForeignDictionary.empty.coding(of: type))
  }

  /// Stores a Swift value.
  ///
  /// - Parameter value: A value of the Swift type that `type` is converted to.
  /// - Throws: A `CBridgeError` for a value that C can't represent, such as a string with a null character.
  package init(_ value: any Sendable, as type: CType) throws {
    unsafe self.bytes = unsafe arena.allocate(type.size, alignment: type.alignment)
    try store(value, ForeignDictionary.empty.coding(of: type))
  }

  private func store<C: ForeignCoding>(_ value: any Sendable, _ coding: C) throws {
    guard let value = value as? C.Value else {
      throw CBridgeError("it is not a value of the type")
    }
    try unsafe coding.store(value, to: bytes) { arena }
  }

  private func copy(_ original: UnsafeRawPointer, _ coding: some ForeignCoding) throws {
    let value = try unsafe coding.load(original, isOwned: false, keeping: nil)
    try unsafe coding.store(value, to: bytes) { arena }
  }
}

// Safety: never modified after initialization.
extension ForeignValue: @unchecked Sendable {}

extension UnsafeRawPointer {
  func isAligned(to alignment: Int) -> Bool {
    UInt(bitPattern: self).isMultiple(of: UInt(alignment))
  }
}
