import BenchmarkInputs
import Cleanse

/// A component of any number of bindings, each of a type of its own, that is put together while the
/// program runs: the generic type of a number is made from those of its digits.
enum LayeredGraph {
  // Safety: set once, before the component is used, on the only thread.
  nonisolated(unsafe) private static var layout = GraphLayout(count: 1)
  nonisolated(unsafe) private static var numbers: [any Number.Type] = []

  /// Makes the types, so that only what the framework does is left to measure.
  static func prepare(_ layout: GraphLayout) {
    self.layout = layout
    numbers = [D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self]
    numbers.append(D9.self)
    let digits = numbers
    var shorter = digits
    while numbers.count < layout.count {
      shorter = shorter.flatMap { front in digits.map { joined(front, $0) } }
      numbers += shorter
    }
    numbers.removeLast(numbers.count - layout.count)
    for number in numbers { makeNode(number) }
  }

  fileprivate static func configure(_ binder: Binder<Singleton>) {
    for node in numbers.indices {
      if let (first, second) = layout.needs(of: node) {
        bind(numbers[node], numbers[first], numbers[second], binder)
      } else {
        bind(numbers[node], binder)
      }
    }
  }

  private static func joined<A: Number, B: Number>(_: A.Type, _: B.Type) -> any Number.Type {
    Joined<A, B>.self
  }

  private static func makeNode<N: Number>(_: N.Type) {
    _ = Node<N>.self as AnyObject
  }

  private static func bind<N: Number>(_: N.Type, _ binder: Binder<Singleton>) {
    binder.bind(Node<N>.self).sharedInScope().to(factory: { Node() })
  }

  private static func bind<N: Number, A: Number, B: Number>(
    _: N.Type, _: A.Type, _: B.Type, _ binder: Binder<Singleton>
  ) {
    binder.bind(Node<N>.self).sharedInScope().to(factory: { (_: Node<A>, _: Node<B>) in Node() })
  }
}

enum LayeredComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    LayeredGraph.configure(binder)
  }

  static func configureRoot(binder bind: ReceiptBinder<LayeredRoot>) -> BindingReceipt<LayeredRoot>
  {
    bind.to(factory: LayeredRoot.init)
  }
}

struct LayeredRoot {
  fileprivate let first: Provider<Node<D0>>
}

private final class Node<N: Number>: Sendable {}

private protocol Number: SendableMetatype {}
private enum Joined<Front: Number, Last: Number>: Number {}
private enum D0: Number {}
private enum D1: Number {}
private enum D2: Number {}
private enum D3: Number {}
private enum D4: Number {}
private enum D5: Number {}
private enum D6: Number {}
private enum D7: Number {}
private enum D8: Number {}
private enum D9: Number {}
