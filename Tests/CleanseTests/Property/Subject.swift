@testable import Cleanse
@testable import CleanseGraph

/// A type that can be bound, and the outcome of its values.
protocol Subject: SendableMetatype {
  associatedtype Element
  static var assembler: (any CollectionAssembler.Type)? { get }
  /// The request of providers of the elements; nil if it can't be requested.
  static var elements: (any PlannedRequest.Type)? { get }
  static func outcome(_ element: Element) throws -> Outcome
}

extension Subject {
  static var assembler: (any CollectionAssembler.Type)? { nil }
  static var elements: (any PlannedRequest.Type)? { nil }
}

/// A subject whose values hold an instance.
protocol MadeSubject: Subject {
  static func element(label: Int, _ instance: Instance) -> Element
}

/// A subject whose values create an instance when they are called.
protocol CalledSubject: Subject {
  /// The effect that its caller handles.
  static var handled: Effect? { get }
  static func element(
    _ step: @escaping @Sendable () -> ResolutionError.Step,
    _ make: @escaping @Sendable () throws -> Instance
  ) -> Element
}

enum SingleSubject<M: Made>: MadeSubject {
  static func element(label: Int, _ instance: Instance) -> M { M(instance) }
  static func outcome(_ element: M) -> Outcome { .one(element) }
}

/// An optional that is bound as such.
enum OptionalSubject<M: Made>: MadeSubject {
  static func element(label: Int, _ instance: Instance) -> M? { M(instance) }
  static func outcome(_ element: M?) -> Outcome { element.map { .one($0) } ?? .absent }
}

/// A provider that is bound as such.
enum ProviderSubject<M: Made>: MadeSubject {
  static func element(label: Int, _ instance: Instance) -> Provider<M> {
    Provider(value: M(instance))
  }
  static func outcome(_ element: Provider<M>) -> Outcome { .one(element.get()) }
}

enum ArraySubject<M: Made>: MadeSubject {
  static var assembler: (any CollectionAssembler.Type)? { ArrayAssembler<M>.self }
  static var elements: (any PlannedRequest.Type)? { ElementProviders<M>.self }
  static func element(label: Int, _ instance: Instance) -> [M] { [M(instance)] }
  static func outcome(_ element: [M]) -> Outcome { .instances(element.map { (0, $0.instance) }) }
}

enum SetSubject<M: Made>: MadeSubject {
  static var assembler: (any CollectionAssembler.Type)? { SetAssembler<M>.self }
  static func element(label: Int, _ instance: Instance) -> Set<M> { [M(instance)] }
  static func outcome(_ element: Set<M>) -> Outcome {
    .instances(
      element.map { (0, $0.instance) }.sorted { $0.instance.binding < $1.instance.binding })
  }
}

enum DictionarySubject<M: Made>: MadeSubject {
  static var assembler: (any CollectionAssembler.Type)? { DictionaryAssembler<Int, M>.self }
  static var elements: (any PlannedRequest.Type)? { EntryProviders<M>.self }
  static func element(label: Int, _ instance: Instance) -> [Int: M] { [label: M(instance)] }
  static func outcome(_ element: [Int: M]) -> Outcome {
    .instances(element.sorted { $0.key < $1.key }.map { ($0.key, $0.value.instance) })
  }
}

enum InjectorSubject<M: Made>: CalledSubject {
  static var handled: Effect? { nil }
  static func element(
    _ step: @escaping @Sendable () -> ResolutionError.Step,
    _ make: @escaping @Sendable () throws -> Instance
  ) -> PropertyInjector<M> {
    // The walk reports the missing instance after an error.
    PropertyInjector { $0.instance.injected = try? make() }
  }
  static func outcome(_ element: PropertyInjector<M>) -> Outcome {
    let target = M(Instance(binding: -1, census: Census()))
    element.injectProperties(into: target)
    return target.instance.injected.map { .instances([(0, $0)]) } ?? .absent
  }
}

enum PlannedAssisted<M: Made, C: CallerEffect>: AssistedFactory {
  typealias Seed = Int
  typealias Element = M
  typealias Failure = C.Failure
}

enum FactorySubject<M: Made, C: CallerEffect>: CalledSubject {
  static var handled: Effect? { C.effect }
  static func element(
    _ step: @escaping @Sendable () -> ResolutionError.Step,
    _ make: @escaping @Sendable () throws -> Instance
  ) -> Factory<PlannedAssisted<M, C>> {
    Factory(linked: { _ in M(try make()) }, step: step)
  }
  static func outcome(_ element: Factory<PlannedAssisted<M, C>>) throws -> Outcome {
    .one(try element.build(1))
  }
}

/// The factory of a subcomponent.
enum ComponentSubject<C: PlannedComponent>: Subject {
  static func outcome(_ element: ComponentFactory<C>) -> Outcome {
    .component { try await element.buildAsDeclared(C.seed($0)) }
  }
}
