import CleansePlugin

/// What plugins contribute to this program: commands.
///
/// The plugins configure the same binder as this component, so a command can be made of whatever
/// any plugin binds. Making one can fail: a factory in C can always report an error.
struct HostComponent: RootComponent, ThrowingComponent {
  typealias Root = HostRoot
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    // No plugin has to contribute one: the program then has nothing to run.
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<HostRoot>) -> BindingReceipt<HostRoot> {
    bind.to(factory: HostRoot.init)
  }
}

/// The commands that plugins contribute, in the order of the plugins.
struct HostRoot: Sendable {
  let commands: [any Command]

  init(commands: [any Command]) {
    self.commands = commands
  }
}
