import CleansePluginHost
import LogWatchAPI

/// The root component, which plugins extend: they contribute parsers and alerts.
///
/// It can throw, because the factory of a plugin in C can fail.
enum WatchComponent: RootComponent, ThrowingComponent {
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    binder.bridge(CLineParserBridge.self)
    binder.declareCollection(of: (any LineParser).self)
    binder.declareCollection(of: (any Alert).self)
    binder.install(dependency: FileComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Watch>) -> BindingReceipt<Watch> {
    bind.to(factory: Watch.init)
  }
}

/// The subcomponent for one log file. Plugins add modules to it by its scope.
enum FileComponent: Component, ThrowingComponent {
  typealias Seed = LogFile

  static func configure(binder: Binder<FileScope>) {}

  static func configureRoot(binder bind: ReceiptBinder<FileWatch>) -> BindingReceipt<FileWatch> {
    bind.to(factory: FileWatch.init)
  }
}
