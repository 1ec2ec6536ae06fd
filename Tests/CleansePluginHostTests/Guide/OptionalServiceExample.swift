import CleansePluginHost

/// An application with a service that a plugin may provide.
enum OptionalServiceExample {
  typealias Tool = CompositionExample.Tool

  protocol SpellChecker: Sendable { func accepts(_ word: String) -> Bool }

  // guide: optional-service
  struct Editor {
    let tools: [any Tool]
    let spellChecker: (any SpellChecker)?
  }

  enum EditorComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.declareCollection(of: (any Tool).self)
      binder.declareOptional(of: (any SpellChecker).self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Editor>) -> BindingReceipt<Editor> {
      bind.to(factory: Editor.init)
    }
  }
  // guide: end
}
