/// What answers the requests of a binding, in their order.
///
/// These are bare pointers, so that a call counts no references: retaining and releasing each provider
/// would be most of what a factory then costs. Whoever has them holds the ``LinkedProvider`` that they
/// were made for, or a ``Context``, and either keeps what they point to.
///
/// Each call of a factory is given one. So that it is passed in a register also to what is compiled
/// against the framework, its layout is promised: one pointer.
@frozen
@usableFromInline
@safe package struct Links: @unchecked Sendable {
  // Safety: written once, before anybody else has them; the providers are sendable themselves.
  private var next: UnsafeMutablePointer<Unmanaged<AnyObject>>?

  /// Retains the providers, each of which is a `LinkedProvider` of what the request asks for.
  init(to providers: [AnyObject]) {
    guard !providers.isEmpty else {
      unsafe next = nil
      return
    }
    let first = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: providers.count)
    for (index, provider) in providers.enumerated() {
      unsafe (first + index).initialize(to: .passRetained(provider))
    }
    unsafe next = unsafe first
  }

  /// Releases the providers; called by the owner, on the links as they were made.
  func release(count: Int) {
    guard let next = unsafe next else { return }
    for index in 0..<count {
      unsafe next[index].release()
    }
    unsafe next.deallocate()
  }

  /// The answer to the next request, which is of the type that is expected.
  @usableFromInline
  package mutating func value<Element>(in context: Context) -> Element {
    // Safety: the linker has compared the provider's type with the request's. Asking it for its type
    // here would cost more than the call.
    unsafe Unmanaged<LinkedProvider<Element>>.fromOpaque(advance())
      ._withUnsafeGuaranteedRef { $0.get(context) }
  }

  /// The answer to the next request, for whoever can pass an error on.
  @usableFromInline
  mutating func throwingValue<Element>(
    of type: Element.Type, in context: Context
  ) throws -> Element {
    try unsafe Unmanaged<AnyObject>.fromOpaque(advance())._withUnsafeGuaranteedRef {
      try EffectLink<Element>($0).get(context)
    }
  }

  /// The answer to the next parameter of an assisted factory: the seed, or what answers the next
  /// request.
  @usableFromInline
  mutating func assistedValue<Seed, Element>(
    of type: Element.Type, by seed: Seed, in context: Context
  ) throws -> Element {
    // The cast holds for the parameter that is of just this type.
    guard Element.self == Assisted<Seed>.self, let assisted = Assisted(seed) as? Element else {
      return try throwingValue(of: type, in: context)
    }
    return assisted
  }

  @inline(__always)
  private mutating func advance() -> UnsafeRawPointer {
    guard let provider = unsafe next else {
      preconditionFailure("A binding asked for what it has not recorded")
    }
    unsafe next = unsafe provider + 1
    return unsafe UnsafeRawPointer(provider.pointee.toOpaque())
  }
}
