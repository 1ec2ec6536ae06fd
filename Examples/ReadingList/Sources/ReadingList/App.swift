import Cleanse

/// The root object: runs one command for one reader.
struct App {
  let sessions: ComponentFactory<SessionComponent>

  /// Runs `[--reader NAME] [COMMAND ARGUMENTS…]`.
  ///
  /// - Returns: The output to print.
  func run(_ arguments: [String]) throws -> String {
    var rest = arguments[...]
    var reader = Reader(name: "me")
    if rest.first == "--reader" {
      guard let name = rest.dropFirst().first, !name.isEmpty else {
        throw UsageError("--reader needs a name")
      }
      reader = Reader(name: name)
      rest = rest.dropFirst(2)
    }
    return try sessions.build(reader).run(rest)
  }
}

/// The root component. Its shared objects live as long as the program.
enum AppComponent: RootComponent {
  typealias Seed = Settings

  static func configure(binder: Binder<Singleton>) {
    binder.include(module: StoreModule.self)
    binder.include(module: BookModule.self)
    binder.install(dependency: SessionComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
    bind.to(factory: App.init)
  }
}
