import CleansePluginHost

/// An application whose plugins contribute tools that may fail when they are made.
enum FailingContributionExample {
  typealias Tool = CompositionExample.Tool

  // guide: failing-contribution
  struct Editor {
    let tools: [ThrowingProvider<any Tool>]  // of the collection [any Tool]

    /// The tools that can be made.
    func usableTools(report: (any Error) -> Void) -> [any Tool] {
      tools.compactMap { tool in
        do {
          return try tool.get()
        } catch {
          report(error)
          return nil
        }
      }
    }
  }
  // guide: end

  struct Pen: Tool { let name = "pen" }
  struct Dry: Error {}

  enum EditorComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind((any Tool).self).intoCollection().to { () throws -> any Tool in throw Dry() }
      binder.bind((any Tool).self).intoCollection().to { Pen() as any Tool }
    }

    static func configureRoot(binder bind: ReceiptBinder<Editor>) -> BindingReceipt<Editor> {
      bind.to(factory: Editor.init)
    }
  }
}
