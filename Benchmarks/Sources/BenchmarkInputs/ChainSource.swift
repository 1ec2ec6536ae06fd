/// The source of classes that each depend on the previous one, with manual calls and with bindings.
struct ChainSource {
  let length: Int

  var text: String {
    let links = 2...length
    return """
      import Cleanse

      final class Link1 {
        init() {}
      }

      \(links.map { """
        final class Link\($0) {
          let next: Link\($0 - 1)
          init(_ next: Link\($0 - 1)) { self.next = next }
        }
        """ }.joined(separator: "\n\n"))

      enum ChainByHand {
        static func link1() -> Link1 { Link1() }
      \(links.map { "  static func link\($0)() -> Link\($0) { Link\($0)(link\($0 - 1)()) }" }
          .joined(separator: "\n"))
        static func make() -> Link\(length) { link\(length)() }
      }

      struct ChainRoot {
        let last: Provider<Link\(length)>
      }

      enum ChainComponent: RootComponent {
        static func configure(binder: Binder<Unscoped>) {
      \((1...length).map { "    binder.bind(Link\($0).self).to(factory: Link\($0).init)" }
          .joined(separator: "\n"))
        }

        static func configureRoot(binder bind: ReceiptBinder<ChainRoot>) -> BindingReceipt<ChainRoot> {
          bind.to(factory: ChainRoot.init)
        }
      }

      """
  }
}
