@testable import Cleanse
@testable import CleanseGraph

/// A component whose content is planned.
protocol PlannedComponent: Component where Root: Made {
  static func seed(_ instance: Instance) -> Seed
}

/// A type that can be installed.
protocol Installable {
  static func install(_ recorder: Recorder, at location: RecordedLocation)
}

extension ComponentSubject: Installable {
  static func install(_ recorder: Recorder, at location: RecordedLocation) {
    recorder.install(C.self, at: location)
  }
}

enum PlannedTop<C: CallerEffect>: RootComponent {
  typealias Failure = C.Failure
  static func configure(binder: Binder<Singleton>) {
    Playing.record(0, binder.recorder, isRoot: false)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<PlannedRoot<D0>>
  ) -> BindingReceipt<PlannedRoot<D0>> {
    Playing.record(0, bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

struct PlannedScope<N: Digit>: Scope {}

/// A component with a scope and a seed.
enum PlannedScoped<N: Digit, C: CallerEffect>: PlannedComponent {
  typealias Failure = C.Failure
  typealias Seed = PlannedSeed<N>
  static func seed(_ instance: Instance) -> Seed { PlannedSeed(instance) }
  static func configure(binder: Binder<PlannedScope<N>>) {
    Playing.record(Playing.index(.scoped, N.anyNumber, C.effect), binder.recorder, isRoot: false)
  }
  static func configureRoot(binder bind: ReceiptBinder<PlannedRoot<N>>) -> BindingReceipt<
    PlannedRoot<N>
  > {
    Playing.record(
      Playing.index(.scoped, N.anyNumber, C.effect), bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

/// A component with neither.
enum PlannedBare<N: Digit, C: CallerEffect>: PlannedComponent {
  typealias Failure = C.Failure
  static func seed(_ instance: Instance) {}
  static func configure(binder: Binder<Unscoped>) {
    Playing.record(Playing.index(.bare, N.anyNumber, C.effect), binder.recorder, isRoot: false)
  }
  static func configureRoot(binder bind: ReceiptBinder<PlannedRoot<N>>) -> BindingReceipt<
    PlannedRoot<N>
  > {
    Playing.record(
      Playing.index(.bare, N.anyNumber, C.effect), bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

/// A component with a tagged seed, whose number is its own and whose tag is zero.
enum PlannedSeededByTag<N: Digit, C: CallerEffect>: PlannedComponent {
  typealias Failure = C.Failure
  typealias Seed = TaggedProvider<PlannedTag<SingleSubject<PlannedSeed<N>>, D0>>
  static func seed(_ instance: Instance) -> Seed {
    TaggedProvider(Provider(value: PlannedSeed(instance)))
  }
  static func configure(binder: Binder<PlannedScope<N>>) {
    Playing.record(
      Playing.index(.seededByTag, N.anyNumber, C.effect), binder.recorder, isRoot: false)
  }
  static func configureRoot(binder bind: ReceiptBinder<PlannedRoot<N>>) -> BindingReceipt<
    PlannedRoot<N>
  > {
    Playing.record(
      Playing.index(.seededByTag, N.anyNumber, C.effect), bind.draft.parts.recorder, isRoot: true)
    return BindingReceipt()
  }
}

extension Digit {
  /// The number of a component's digit; components have small numbers.
  static var anyNumber: Int { number ?? -1 }
}

extension PlannedTop: ThrowingComponent, AsyncComponent where C == Awaits {}
extension PlannedScoped: ThrowingComponent, AsyncComponent where C == Awaits {}
extension PlannedBare: ThrowingComponent, AsyncComponent where C == Awaits {}
extension PlannedSeededByTag: ThrowingComponent, AsyncComponent where C == Awaits {}
