import Cleanse

/// Bindings that need a closure.
enum PitfallsExample {
  final class Coin {}
  protocol Purse { func take() -> Coin }

  struct MagicPurse: Purse {
    let mint: () -> Coin

    init(mint: @escaping () -> Coin) { self.mint = mint }

    func take() -> Coin { mint() }
  }

  struct Label {
    let text: String
    let size: Int

    init(text: String, size: Int = 12) {
      self.text = text
      self.size = size
    }
  }

  enum PurseModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Coin.self).to(factory: Coin.init)
      // guide: pitfall-function-parameter
      binder.bind((any Purse).self).to { (mint: @escaping () -> Coin) in MagicPurse(mint: mint) }
      // guide: end
      binder.bind(String.self).to(value: "text")
      // guide: pitfall-default-argument
      binder.bind(Label.self).to { (text: String) in Label(text: text) }
      // guide: end
    }
  }

  enum PurseComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: PurseModule.self) }

    static func configureRoot(
      binder bind: ReceiptBinder<(any Purse, Label)>
    ) -> BindingReceipt<(any Purse, Label)> {
      bind.to { (purse: any Purse, label: Label) in (purse, label) }
    }
  }
}
