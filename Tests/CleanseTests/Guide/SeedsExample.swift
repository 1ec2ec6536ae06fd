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

  // guide: provider-seed
  struct Clock { let now: Provider<Int> }

  enum ClockComponent: RootComponent {
    typealias Seed = Provider<Int>

    static func configure(binder: UnscopedBinder) {}

    static func configureRoot(binder bind: ReceiptBinder<Clock>) -> BindingReceipt<Clock> {
      bind.to(factory: Clock.init)
    }
  }
  // guide: end

  static func clock() throws -> Clock {
    // guide: provider-seed
    let clock = try ComponentFactory.of(ClockComponent.self).build(Provider { 12 })
    // guide: end
    return clock
  }
}
