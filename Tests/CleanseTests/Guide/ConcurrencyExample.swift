import Cleanse

/// An object that belongs to the main actor.
enum ConcurrencyExample {
  // guide: main-actor
  @MainActor final class Panel {
    let title: String
    init(title: String) { self.title = title }
  }

  enum PanelModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Panel.self).to(mainActorFactory: Panel.init)
    }
  }
  // guide: end

  enum PanelComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Tools")
      binder.include(module: PanelModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Window>) -> BindingReceipt<Window> {
      bind.to(factory: Window.init)
    }
  }

  struct Window { let panels: Provider<Panel> }
}
