@testable import Cleanse

/// One request's type, and what is kept of the answer.
protocol Ask: SendableMetatype {
  associatedtype Value
  static func hold(_ value: Value) -> Held
}

enum DirectAsk<S: Subject>: Ask {
  static func hold(_ value: S.Element) -> Held { Held { S.outcome(value) } }
}

enum ProviderAsk<S: Subject>: Ask {
  static func hold(_ value: Provider<S.Element>) -> Held { Held { S.outcome(value.get()) } }
}

enum FunctionAsk<S: Subject>: Ask {
  static func hold(_ value: @escaping () -> S.Element) -> Held { Held { S.outcome(value()) } }
}

enum SendableFunctionAsk<S: Subject>: Ask {
  static func hold(_ value: @escaping @Sendable () -> S.Element) -> Held {
    Held { S.outcome(value()) }
  }
}

enum OptionalAsk<S: Subject>: Ask {
  static func hold(_ value: S.Element?) -> Held {
    Held { value.map { S.outcome($0) } ?? .nothing }
  }
}

enum WeakAsk<S: Subject>: Ask {
  static func hold(_ value: WeakProvider<S.Element>) -> Held {
    Held { value.get().map { S.outcome($0) } ?? .nothing }
  }
}

enum PlannedTag<S: Subject, N: Digit>: Cleanse.Tag {
  typealias Element = S.Element
}

enum TaggedAsk<S: Subject, N: Digit>: Ask {
  static func hold(_ value: TaggedProvider<PlannedTag<S, N>>) -> Held {
    Held { S.outcome(value.get()) }
  }
}

extension Ask {
  /// What answers the next request of the binding that is being linked.
  static func link(_ linker: Linker) -> @Sendable (Context) -> Held {
    guard case .plain(let provider) = linker.effectLink(to: Value.self) else {
      preconditionFailure("A plan has no factory that throws")
    }
    return { hold(provider.get($0)) }
  }
}
