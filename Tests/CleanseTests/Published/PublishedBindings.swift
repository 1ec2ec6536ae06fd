import Cleanse
import Foundation

/// "BindingBuilder and Configuring Your Bindings" and "Collection Bindings", with "Service Provider
/// Interface".
enum PublishedBindings {
  struct Topping { let name: String }

  struct Hamburger {
    let topping: Topping
    // Note: this actually would be created implicitly for structs
    init(topping: Topping) {
      self.topping = topping
    }
  }

  final class Menu {
    let hamburger: Hamburger
    let hamburgers: Provider<Hamburger>
    let names: [String]
    let drinks: TaggedProvider<Drinks>
    let number: Int
    let half: Double
    init(
      hamburger: Hamburger, hamburgers: Provider<Hamburger>, names: [String],
      drinks: TaggedProvider<Drinks>, number: Int, half: Double
    ) {
      self.hamburger = hamburger
      self.hamburgers = hamburgers
      self.names = names
      self.drinks = drinks
      self.number = number
      self.half = half
    }
  }

  struct Drinks: Tag { typealias Element = [String] }
  struct Price: Tag { typealias Element = Double }

  struct MenuModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Hamburger.self).to(factory: Hamburger.init)
      binder.bind().to(value: Topping(name: "cheese"))
      binder.bind().sharedInScope().to(factory: Menu.init)
      binder.bind(Int.self).to(provider: Provider(value: 3))
      binder.bind(Double.self).sharedInScope().to(provider: Provider(getter: { 3 }).map { $0 / 2 })
      binder.bind().tagged(with: Price.self).sharedInScope().to(value: 4.5)
      binder.bind(Float.self).to { Float($0 as Int) }
      binder.bind(String.self).intoCollection().to(value: "one")
      binder.bind(String.self).intoCollection().to(value: ["two", "three"])
      binder.bind(String.self).intoCollection().to { "four" }
      binder.bind(String.self).intoCollection().to { (number: Float) in ["\(number)", "six"] }
      binder.bind(String.self).intoCollection().sharedInScope().to(
        provider: Provider(value: "seven"))
      binder
        .bind(String.self)
        .intoCollection()
        .tagged(with: Drinks.self)
        .sharedInScope()
        .to(factory: { (price: TaggedProvider<Price>) in "water for \(price.get())" })
      binder.bind(String.self).intoCollection().tagged(with: Drinks.self).to { ["tea", "milk"] }
    }
  }

  struct MenuComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: MenuModule.self)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<Provider<Menu>>
    ) -> BindingReceipt<Provider<Menu>> {
      return bind.to { (menu: @escaping @Sendable () -> Menu) in Provider(getter: menu) }
    }
  }

  /// A provider of the program's own.
  struct CountProvider: ProviderProtocol {
    let count: Int
    func get() -> Int { return count }
  }

  struct Number: Tag { typealias Element = Int }

  static func providers() -> [Int] {
    let plain = Provider(other: CountProvider(count: 1))
    let tagged = TaggedProvider<Number>(other: Provider(value: 2))
    let value = TaggedProvider<Number>(value: 3)
    return [
      plain.get(), tagged.get(), value.asProvider.get(), value.map { $0 + 1 }.get(),
      sum(Provider(value: 2), TaggedProvider<Number>(getter: { 3 })),
    ]
  }

  private static func sum<P: ProviderProtocol, Q: ProviderProtocol>(_ p: P, _ q: Q) -> Int
  where P.Element == Int, Q.Element == Int {
    return p.get() + q.get()
  }

  struct LongNamePlugin: CleanseBindingPlugin {
    struct TooLong: Error {}
    func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
      errorReporter.append(error: TooLong())
    }
  }

  static func validated(_ validate: Bool) throws -> ComponentFactory<MenuComponent> {
    let serviceLoader = CleanseServiceLoader()
    serviceLoader.register(LongNamePlugin())
    return try ComponentFactory.of(
      MenuComponent.self, validate: validate, serviceLoader: serviceLoader)
  }
}
