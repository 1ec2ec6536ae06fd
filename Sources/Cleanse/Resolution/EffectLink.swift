import CleanseGraph

/// A linked provider of a value whose making can throw.
///
/// It is a separate class, so that most providers, which can't throw, are called without a check for errors.
package final class ThrowingLinkedProvider<Element>: Sendable {
  let get: @Sendable (Context) throws -> Element

  package init(_ get: @escaping @Sendable (Context) throws -> Element) {
    self.get = get
  }
}

/// A linked provider of a value that an asynchronous factory makes for each request.
///
/// Factories run outside of any actor, whichever actor awaits them.
package final class AsyncLinkedProvider<Element>: Sendable {
  /// Returns the value in a box, which is passed to the requester and referenced by no other code.
  let get: @Sendable (Context) async throws -> Box<Element>

  init(_ get: @escaping @Sendable (Context) async throws -> Box<Element>) {
    self.get = get
  }
}

/// A linked provider of any kind, for requesters that can handle an effect.
@frozen package enum EffectLink<Element>: Sendable {
  case plain(LinkedProvider<Element>)
  case throwing(ThrowingLinkedProvider<Element>)
  case awaited(AsyncLinkedProvider<Element>)

  /// Casts an untyped reference to a linked provider.
  package init(_ object: AnyObject) {
    // Plain providers first, so that the metadata of the other kinds is only instantiated if they are used.
    if type(of: object) == LinkedProvider<Element>.self {
      self = unsafe .plain(unsafeDowncast(object, to: LinkedProvider<Element>.self))
    } else if type(of: object) == ThrowingLinkedProvider<Element>.self {
      self = unsafe .throwing(unsafeDowncast(object, to: ThrowingLinkedProvider<Element>.self))
    } else if type(of: object) == AsyncLinkedProvider<Element>.self {
      self = unsafe .awaited(unsafeDowncast(object, to: AsyncLinkedProvider<Element>.self))
    } else {
      preconditionFailure("A provider was linked under the key of another type")
    }
  }

  var isAwaited: Bool {
    if case .awaited = self { true } else { false }
  }

  /// Returns the value, for a caller that can handle an error but can't await.
  package func get(_ context: Context) throws -> Element {
    switch self {
    case .plain(let provider): provider.get(context)
    case .throwing(let provider): try provider.get(context)
    case .awaited:
      // The resolver found that a requester can handle the effects of what it is linked to.
      preconditionFailure("\(TypeName.display(Element.self)) was linked to a synchronous requester")
    }
  }

  /// Returns the value, for a caller that can await it.
  func getAwaiting(_ context: Context) async throws -> Box<Element> {
    guard case .awaited(let provider) = self else { return Box(try get(context)) }
    return try await provider.get(context)
  }
}
