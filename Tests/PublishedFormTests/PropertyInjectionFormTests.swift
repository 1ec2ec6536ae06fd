import Cleanse
import Testing

class Screen {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var title: String!
  var count = 0
  func injectProperties(_ title: String, count: Int) {
    self.title = title
    self.count = count
  }
}

final class Detail: Screen {
  var note: String?
  func injectDetail(superInjector: PropertyInjector<Screen>, note: Substring) {
    superInjector.injectProperties(into: self)
    self.note = String(note)
  }
}

struct ScreenValues: Cleanse.Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind().to(value: "title")
    binder.bind(Int.self).to(value: 3)
    binder.bind(Substring.self).to(value: "note")
  }
  static func configureInjector(
    binder bind: PropertyInjectionReceiptBinder<Screen>
  ) -> BindingReceipt<PropertyInjector<Screen>> {
    return bind.to(injector: Screen.injectProperties)
  }
}

@Suite("Published forms: property injection")
struct PropertyInjectionFormTests {
  @Test("an injector is a method, and one of a subclass depends on that of its superclass")
  func methods() throws {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.include(module: ScreenValues.self)
        binder.bindPropertyInjectionOf(Screen.self).to(injector: Screen.injectProperties)
        binder.bindPropertyInjectionOf(Detail.self).to(injector: Detail.injectDetail)
      }
    }
    let detail = Detail()
    try requested(PropertyInjector<Detail>.self, of: Bindings.self).injectProperties(into: detail)
    #expect(detail.title == "title" && detail.count == 3 && detail.note == "note")
  }

  @Test("an injector is a closure or a function whose first parameter is the target")
  func functions() throws {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.include(module: ScreenValues.self)
        binder.bindPropertyInjectionOf(Screen.self).to(injector: self.fill)
        binder.bindPropertyInjectionOf(Detail.self).to {
          $0.injectDetail(superInjector: $1, note: $2)
        }
      }
      static func fill(target: Screen, title: String) { target.title = title + "!" }
    }
    let detail = Detail()
    try requested(PropertyInjector<Detail>.self, of: Bindings.self).injectProperties(into: detail)
    #expect(detail.title == "title!" && detail.note == "note")
  }

  @Test("the root is an injector, configured by a function of a module or by a closure")
  func roots() throws {
    struct ByFunction: RootComponent {
      typealias Root = PropertyInjector<Screen>
      static func configure(binder: UnscopedBinder) { binder.include(module: ScreenValues.self) }
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.propertyInjector(configuredWith: ScreenValues.configureInjector)
      }
    }
    struct ByClosure: RootComponent {
      typealias Root = PropertyInjector<Screen>
      static func configure(binder: UnscopedBinder) { binder.include(module: ScreenValues.self) }
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.propertyInjector { (bind) -> BindingReceipt<PropertyInjector<Screen>> in
          return bind.to { (target: Screen, title: String) in target.title = title }
        }
      }
    }
    let (one, other) = (Screen(), Screen())
    try ComponentFactory.of(ByFunction.self).build(()).injectProperties(into: one)
    try ComponentFactory.of(ByClosure.self).build(()).injectProperties(into: other)
    #expect(one.count == 3 && other.title == "title")
  }
}
