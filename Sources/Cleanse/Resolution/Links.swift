/// The linked providers of a binding's requests, in order.
///
/// These are bare pointers, so that a call of a factory retains and releases nothing, which would be most of
/// its cost. Code that uses them holds the ``LinkedProvider`` that they were made for, or a ``Context``;
/// either keeps the providers alive.
///
/// Each call of a factory receives a copy. The layout is frozen as one pointer, so that clients of the
/// framework pass it in a register, too. What the pointer refers to is not a part of that.
@frozen
@usableFromInline
@safe package struct Links: @unchecked Sendable {
  // Safety: written once, before any other code has them; the providers are sendable themselves.
  private var next: UnsafeMutableRawPointer?

  /// Retains the providers, each of which is a linked provider of the requested type.
  init(to providers: [AnyObject]) {
    guard !providers.isEmpty else {
      unsafe next = nil
      return
    }
    let first = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: providers.count)
    for (index, provider) in providers.enumerated() {
      unsafe (first + index).initialize(to: .passRetained(provider))
    }
    unsafe next = UnsafeMutableRawPointer(first)
  }

  /// Releases the providers. The owner calls it on the links as they were created.
  func release(count: Int) {
    guard let next = unsafe next else { return }
    let first = unsafe next.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
    for index in 0..<count {
      unsafe first[index].release()
    }
    unsafe next.deallocate()
  }

  /// Returns the value of the next request, whose type has to be `Element`.
  @usableFromInline
  package mutating func value<Element>(in context: Context) -> Element {
    // Safety: the linker has made the provider for the type of the request, after it has compared that with the type
    // of the parameter. A check here would cost more than the call.
    unsafe Unmanaged<LinkedProvider<Element>>.fromOpaque(advance())
      ._withUnsafeGuaranteedRef { $0.get(context) }
  }

  /// Returns the value of the next request, for a caller that can propagate an error.
  mutating func throwingValue<Element>(
    of type: Element.Type, in context: Context
  ) throws -> Element {
    try unsafe Unmanaged<AnyObject>.fromOpaque(advance())._withUnsafeGuaranteedRef {
      try EffectLink<Element>($0).get(context)
    }
  }

  /// Returns the value of the next parameter of an assisted factory: the seed, or the value of the next
  /// request.
  @usableFromInline
  mutating func assistedValue<Seed, Element>(
    of type: Element.Type, by seed: Seed, in context: Context
  ) throws -> Element {
    // The cast succeeds only for the parameter of exactly this type.
    guard Element.self == Assisted<Seed>.self, let assisted = Assisted(value: seed) as? Element
    else {
      return try throwingValue(of: type, in: context)
    }
    return assisted
  }

  @inline(__always)
  private mutating func advance() -> UnsafeRawPointer {
    guard let provider = unsafe next else {
      // The linker made a provider for each recorded request, and a factory has as many parameters.
      preconditionFailure("A binding has a request that was not recorded")
    }
    unsafe next = unsafe provider + MemoryLayout<Unmanaged<AnyObject>>.stride
    return unsafe provider.load(as: UnsafeRawPointer.self)
  }
}
