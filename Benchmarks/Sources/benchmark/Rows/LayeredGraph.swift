import BenchmarkInputs
import Cleanse

/// A component with any number of bindings of different types, created at run time: the generic type of a
/// number is composed of those of its digits.
enum LayeredGraph {
  // Safety: set once, before the component is used, on the only thread.
  nonisolated(unsafe) private static var layout = GraphLayout(count: 1)
  nonisolated(unsafe) private static var nodes: [any Node.Type] = []

  /// Creates the types, so that only the framework's work is measured.
  static func prepare(_ layout: GraphLayout) {
    unsafe self.layout = layout
    // Always five digits, so that the names of all types have the same length.
    let digits: [any Number.Type] = [
      D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]
    let pairs = digits.flatMap { front in digits.map { joined(front, $0) } }
    unsafe nodes = (0..<layout.count).map { (number: Int) -> any Node.Type in
      let (first, second) = (pairs[number / 1_000 % 100], pairs[number / 10 % 100])
      let (front, last) = (joined(first, second), digits[number % 10])
      return node(joined(front, last))
    }
    precondition(layout.count <= 100_000, "the graph is too large for five digits")
  }

  fileprivate static func configure(_ binder: Binder<Singleton>) {
    for node in unsafe nodes.indices {
      if let (first, second) = unsafe layout.dependencies(of: node) {
        unsafe bind(nodes[node], nodes[first], nodes[second], binder)
      } else {
        unsafe bind(nodes[node], binder)
      }
    }
  }

  private static func joined<A: Number, B: Number>(_: A.Type, _: B.Type) -> any Number.Type {
    Joined<A, B>.self
  }

  private static func node<N: Number>(_: N.Type) -> any Node.Type {
    NumberedNode<N>.self
  }

  private static func bind<N: Node>(_: N.Type, _ binder: Binder<Singleton>) {
    binder.bind(N.self).sharedInScope().to(factory: { N() })
  }

  // Generic over the nodes, not the numbers, because creating a node's type from its number takes time.
  private static func bind<N: Node, A: Node, B: Node>(
    _: N.Type, _: A.Type, _: B.Type, _ binder: Binder<Singleton>
  ) {
    binder.bind(N.self).sharedInScope().to(factory: { (_: A, _: B) in N() })
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
  fileprivate let first: Provider<NumberedNode<Zero>>
}

private protocol Node: AnyObject, Sendable {
  init()
}

private final class NumberedNode<N: Number>: Node {}

private typealias Zero = Joined<Joined<Joined<D0, D0>, Joined<D0, D0>>, D0>

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
