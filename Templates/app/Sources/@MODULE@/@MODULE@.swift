import CleansePluginHost

/// What the application needs of its plugins.
struct @MODULE@ {
  let commands: [any Command]

  /// A line for each command that plugins contribute.
  var text: String {
    commands.map { "\($0.name): \($0.summary)\n" }.joined()
  }
}

/// The component that plugins extend.
enum @MODULE@Component: RootComponent, ThrowingComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<@MODULE@>) -> BindingReceipt<@MODULE@> {
    bind.to(factory: @MODULE@.init)
  }
}
