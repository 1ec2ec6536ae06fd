@testable import Cleanse
@testable import CleanseGraph

/// The type of one request, and what is kept of its result.
protocol PlannedRequest: SendableMetatype {
  associatedtype Value
  static func hold(_ value: Value) -> Held
}

enum DirectRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: S.Element) -> Held { Held { try S.outcome(value) } }
}

enum ProviderRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: Provider<S.Element>) -> Held { Held { try S.outcome(value.get()) } }
}

enum ThrowingRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: ThrowingProvider<S.Element>) -> Held {
    Held { try S.outcome(value.get()) }
  }
}

enum AwaitingRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: AsyncProvider<S.Element>) -> Held {
    .awaited { try S.outcome(await value.get()) }
  }
}

enum FunctionRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: @escaping () -> S.Element) -> Held { Held { try S.outcome(value()) } }
}

enum SendableFunctionRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: @escaping @Sendable () -> S.Element) -> Held {
    Held { try S.outcome(value()) }
  }
}

enum OptionalRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: S.Element?) -> Held {
    Held { try value.map { try S.outcome($0) } ?? .absent }
  }
}

enum WeakRequest<S: Subject>: PlannedRequest {
  static func hold(_ value: WeakProvider<S.Element>) -> Held {
    Held { try value.get().map { try S.outcome($0) } ?? .absent }
  }
}

enum PlannedTag<S: Subject, N: Digit>: Cleanse.Tag {
  typealias Element = S.Element
}

enum TaggedRequest<S: Subject, N: Digit>: PlannedRequest {
  static func hold(_ value: TaggedProvider<PlannedTag<S, N>>) -> Held {
    Held { try S.outcome(value.get()) }
  }
}

enum TaggedThrowingRequest<S: Subject, N: Digit>: PlannedRequest {
  static func hold(_ value: TaggedThrowingProvider<PlannedTag<S, N>>) -> Held {
    Held { try S.outcome(value.get()) }
  }
}

enum TaggedAwaitingRequest<S: Subject, N: Digit>: PlannedRequest {
  static func hold(_ value: TaggedAsyncProvider<PlannedTag<S, N>>) -> Held {
    .awaited { try S.outcome(await value.get()) }
  }
}

enum ElementProviders<M: Made>: PlannedRequest {
  static func hold(_ value: [Provider<M>]) -> Held {
    Held { .instances(value.map { (0, $0.get().instance) }) }
  }
}

enum EntryProviders<M: Made>: PlannedRequest {
  static func hold(_ value: [Int: Provider<M>]) -> Held {
    Held {
      .instances(value.sorted { $0.key < $1.key }.map { ($0.key, $0.value.get().instance) })
    }
  }
}

extension PlannedRequest {
  static var type: any Any.Type { Value.self }

  /// The next argument of a factory that only returns a value.
  static func next(_ links: inout Links, _ context: Context) -> Held {
    hold(links.value(in: context))
  }

  /// The next argument of a factory that is called later.
  static func throwingNext(_ links: inout Links, _ context: Context) throws -> Held {
    hold(try links.throwingValue(of: Value.self, in: context))
  }

  /// The next argument of a throwing factory.
  static func throwingLink(_ linker: Linker) -> @Sendable (Context) throws -> Held {
    let link = linker.effectLink(to: Value.self)
    return { hold(try link.get($0)) }
  }

  /// The next argument of an asynchronous factory.
  static func awaitingLink(_ linker: Linker) -> @Sendable (Context) async throws -> Held {
    let link = linker.effectLink(to: Value.self)
    return { hold(try await link.getAwaiting($0).value) }
  }
}
