import CleansePlugin
import @CONTRACTMODULE@
import Testing

@testable import @PLUGINMODULE@

/// An application that has only this plugin, and the default of its option.
enum TestComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Greeter).self)
    binder.bind(String.self).tagged(with: Options.Word.self).to(value: "Hello")
    binder.include(module: @PLUGINMODULE@Module.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Greeters>) -> BindingReceipt<Greeters> {
    bind.to(factory: Greeters.init)
  }
}

struct Greeters {
  let all: [any Greeter]
}

@Suite("@PLUGINNAME@")
struct @PLUGINMODULE@Tests {
  @Test("greets")
  func greets() throws {
    let greeters = try ComponentFactory.of(TestComponent.self).build().all
    #expect(greeters.map { $0.greet("Ann") } == ["Hello, Ann!"])
  }

  @Test("greets with the word of the option")
  func option() throws {
    let factory = try ComponentFactory.of(TestComponent.self) { binder in
      binder.bind(String.self).tagged(with: Options.Word.self).to(value: "Good day")
    }
    #expect(factory.build().all.map { $0.greet("Ann") } == ["Good day, Ann!"])
  }
}
