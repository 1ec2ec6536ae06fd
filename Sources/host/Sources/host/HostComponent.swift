import CleansePluginHost

/// The component of this program. Plugins contribute commands, services and health checks to it.
///
/// The plugins configure the same binder as this component, so a command can depend on the bindings of any
/// plugin. Creating one can fail: a C factory can always report an error.
struct HostComponent: RootComponent, ThrowingComponent {
  typealias Root = HostRoot
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    // Declared, as no plugin has to contribute one: the program then has nothing to run.
    // `#fileID`, as a full path would be that of the machine on which the program was built.
    binder.declareCollection(of: (any Command).self, perProcess: true)
    binder.include(module: HealthModule.self)
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
