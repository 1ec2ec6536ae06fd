import CleansePluginHost
import @CONTRACTMODULE@

/// What the application needs of its plugins.
struct @MODULE@ {
  let greeters: [any Greeter]

  /// A greeting by each plugin.
  var text: String {
    greeters.map { $0.greet("world") + "\n" }.joined()
  }
}

/// The component that plugins extend.
enum @MODULE@Component: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Greeter).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<@MODULE@>) -> BindingReceipt<@MODULE@> {
    bind.to(factory: @MODULE@.init)
  }
}
