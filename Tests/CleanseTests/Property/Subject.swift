@testable import Cleanse

/// Something that can be bound: how it is made around an instance, and what it yields when asked.
protocol Subject: SendableMetatype {
  associatedtype Element
  static var assembler: (any CollectionAssembler.Type)? { get }
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<Element>
  static func outcome(_ element: Element) -> Outcome
}

extension Subject {
  static var assembler: (any CollectionAssembler.Type)? { nil }
}

enum SingleSubject<M: Made>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<M> {
    LinkedProvider { context, _ in M(make(context)) }
  }
  static func outcome(_ element: M) -> Outcome { .one(element) }
}

/// An optional that is bound as such.
enum OptionalSubject<M: Made>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<M?> {
    LinkedProvider { context, _ in M(make(context)) }
  }
  static func outcome(_ element: M?) -> Outcome { element.map { .one($0) } ?? .nothing }
}

/// A provider that is bound as such.
enum ProviderSubject<M: Made>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<Provider<M>> {
    LinkedProvider { context, _ in Provider(value: M(make(context))) }
  }
  static func outcome(_ element: Provider<M>) -> Outcome { .one(element.get()) }
}

enum ArraySubject<M: Made>: Subject {
  static var assembler: (any CollectionAssembler.Type)? { ArrayAssembler<M>.self }
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<[M]> {
    LinkedProvider { context, _ in [M(make(context))] }
  }
  static func outcome(_ element: [M]) -> Outcome { .instances(element.map { (0, $0.instance) }) }
}

enum SetSubject<M: Made>: Subject {
  static var assembler: (any CollectionAssembler.Type)? { SetAssembler<M>.self }
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<Set<M>> {
    LinkedProvider { context, _ in [M(make(context))] }
  }
  static func outcome(_ element: Set<M>) -> Outcome {
    .instances(
      element.map { (0, $0.instance) }.sorted { $0.instance.binding < $1.instance.binding })
  }
}

enum DictionarySubject<M: Made>: Subject {
  static var assembler: (any CollectionAssembler.Type)? { DictionaryAssembler<Int, M>.self }
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<[Int: M]> {
    LinkedProvider { context, _ in [label: M(make(context))] }
  }
  static func outcome(_ element: [Int: M]) -> Outcome {
    .instances(element.sorted { $0.key < $1.key }.map { ($0.key, $0.value.instance) })
  }
}

enum InjectorSubject<M: Made>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<PropertyInjector<M>> {
    LinkedProvider { context, _ in
      PropertyInjector { $0.instance.injected = make(context) }
    }
  }
  static func outcome(_ element: PropertyInjector<M>) -> Outcome {
    let target = M(Instance(binding: -1, census: Census()))
    element.injectProperties(into: target)
    return target.instance.injected.map { .instances([(0, $0)]) } ?? .nothing
  }
}

enum PlannedAssisted<M: Made>: AssistedFactory {
  typealias Seed = Int
  typealias Element = M
}

enum FactorySubject<M: Made>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<Factory<PlannedAssisted<M>>> {
    LinkedProvider { context, _ in Factory { _ in M(make(context)) } }
  }
  static func outcome(_ element: Factory<PlannedAssisted<M>>) -> Outcome { .one(element.build(1)) }
}

/// The factory of an inner component.
enum ComponentSubject<C: PlannedComponent>: Subject {
  static func provider(
    label: Int, _ make: @escaping @Sendable (Context) -> Instance
  ) -> LinkedProvider<ComponentFactory<C>> {
    preconditionFailure("An inner component's factory is bound by installing it")
  }
  static func outcome(_ element: ComponentFactory<C>) -> Outcome {
    .component { element.build(C.seed($0)) }
  }
}
