import CleanseGraph

/// A linked provider of what can throw while it is made.
///
/// It is a class of its own, so that nothing is tested for errors where there can be none, which is
/// nearly everywhere.
package final class ThrowingLinkedProvider<Element>: Sendable {
  let get: @Sendable (Context) throws -> Element

  package init(_ get: @escaping @Sendable (Context) throws -> Element) {
    self.get = get
  }
}

/// A linked provider of what an asynchronous factory makes at each request.
///
/// Factories run outside of any actor, whoever waits for them.
package final class AsyncLinkedProvider<Element>: Sendable {
  /// The value comes in a box, as it goes on to whoever asked; nobody else has it.
  let get: @Sendable (Context) async throws -> Box<Element>

  init(_ get: @escaping @Sendable (Context) async throws -> Box<Element>) {
    self.get = get
  }
}

/// A linked provider of whichever kind, for those who cope with what may come of it.
@frozen package enum EffectLink<Element>: Sendable {
  case plain(LinkedProvider<Element>)
  case throwing(ThrowingLinkedProvider<Element>)
  case awaited(AsyncLinkedProvider<Element>)

  /// The provider behind an untyped reference.
  package init(_ object: AnyObject) {
    // The plain ones first: the others' metadata need not even be made where there are none.
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

  /// The value, for whoever can take an error and not wait.
  package func get(_ context: Context) throws -> Element {
    switch self {
    case .plain(let provider): provider.get(context)
    case .throwing(let provider): try provider.get(context)
    case .awaited:
      preconditionFailure("\(TypeName.display(Element.self)) was linked to who does not wait")
    }
  }

  /// The value, for whoever can wait.
  func getAwaiting(_ context: Context) async throws -> Box<Element> {
    guard case .awaited(let provider) = self else { return Box(try get(context)) }
    return try await provider.get(context)
  }
}
