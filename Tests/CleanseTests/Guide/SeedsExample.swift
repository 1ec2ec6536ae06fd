import Cleanse

/// A value that is known only when the graph is built.
enum SeedsExample {
  // guide: seeds
  struct Options { let isVerbose: Bool }
  struct Tool { let options: Options }

  enum ToolComponent: RootComponent {
    typealias Seed = Options

    static func configure(binder: UnscopedBinder) {}

    static func configureRoot(binder bind: ReceiptBinder<Tool>) -> BindingReceipt<Tool> {
      bind.to(factory: Tool.init)
    }
  }
  // guide: end

  static func run() throws -> Tool {
    // guide: seeds
    let tool = try ComponentFactory.of(ToolComponent.self).build(Options(isVerbose: true))
    // guide: end
    return tool
  }
}
