/// The source of a graph's classes, with a binding or with a plain function for each.
struct GraphSource {
  let layout: GraphLayout

  /// The number of bindings per module.
  private let moduleSize = 50

  private var classes: String {
    (0..<layout.count).map { node in
      guard let (first, second) = layout.dependencies(of: node) else {
        return """
          public final class Node\(node): Sendable {
            init() {}
          }
          """
      }
      return """
        public final class Node\(node): Sendable {
          let first: Node\(first)
          let second: Node\(second)
          init(_ first: Node\(first), _ second: Node\(second)) {
            self.first = first
            self.second = second
          }
        }
        """
    }.joined(separator: "\n\n")
  }

  /// A component with a binding for each node; its root provides the first node and the last three.
  var bindings: String {
    let modules = stride(from: 0, to: layout.count, by: moduleSize).map { start in
      let nodes = start..<min(start + moduleSize, layout.count)
      return """
        enum Module\(start / moduleSize): Module {
          static func configure(binder: Binder<Singleton>) {
        \(nodes.map {
          "    binder.bind(Node\($0).self).sharedInScope().to(factory: Node\($0).init)"
        }.joined(separator: "\n"))
          }
        }
        """
    }
    let last = (layout.count - 3)..<layout.count
    return """
      public import Cleanse

      \(classes)

      \(modules.joined(separator: "\n\n"))

      public struct GraphRoot: Sendable {
        public let first: Provider<Node0>
      \(last.map { "  public let last\(layout.count - $0): Provider<Node\($0)>" }
          .joined(separator: "\n"))
      }

      public enum GraphComponent: RootComponent {
        public static func configure(binder: Binder<Singleton>) {
      \(modules.indices.map { "    binder.include(module: Module\($0).self)" }
          .joined(separator: "\n"))
        }

        public static func configureRoot(
          binder bind: ReceiptBinder<GraphRoot>
        ) -> BindingReceipt<GraphRoot> {
          bind.to(factory: GraphRoot.init)
        }
      }

      """
  }

  /// The same classes, each with a function that creates an instance.
  var functions: String {
    """
    import Cleanse

    \(classes)

    \((0..<layout.count).map { node in
      let arguments = layout.dependencies(of: node).map { "makeNode\($0)(), makeNode\($1)()" } ?? ""
      return "func makeNode\(node)() -> Node\(node) { Node\(node)(\(arguments)) }"
    }.joined(separator: "\n"))

    public struct GraphRoot: Sendable {
      public let first: Node0
    }

    public func makeRoot() -> GraphRoot { GraphRoot(first: makeNode0()) }

    """
  }
}
