import Cleanse
import Foundation
import Testing

/// The examples of the published framework's text, as a program would have written them. Where the
/// text contradicts itself, as with `configure` that is not static, they follow the rest of it.
@Suite("Examples of the published framework")
struct PublishedTests {
  @Test("the examples of getting started work")
  func gettingStarted() throws {
    let delegate = PublishedGettingStarted.AppDelegate()
    #expect(
      delegate.application(application: UIApplication(), didFinishLaunchingWithOptions: nil))
    #expect(delegate.window?.rootViewController?.view.backgroundColor == .blue)
    let first = try ComponentFactory.of(PublishedGettingStarted.FirstComponent.self).build(())
    #expect(first.view.backgroundColor == .white)
  }

  @Test("the examples of tags, modules and components work")
  func components() throws {
    let root = try ComponentFactory.of(PublishedTagsAndModules.Root.self).build(())
    root.logIn()
    let url = root.apiRoot?.somethingUsingTheAPI.primaryURL.absoluteString
    #expect(url == "https://connect.squareup.com/v2/")
    let session = try ComponentFactory.of(PublishedTagsAndModules.SessionRoot.self).build(()).get()
    #expect(session.token == "token" && session.number == 7)
    #expect(PublishedTagsAndModules.Wrapper(scope: Unscoped.self).scope == Unscoped.self)
  }

  @Test("the examples of assisted injection work")
  func assisted() throws {
    let list = try ComponentFactory.of(PublishedAssistedInjection.Component.self).build(())
    list.tappedCustomer(with: "Ann")
    let detail = list.presented as? PublishedAssistedInjection.CustomerDetailViewController
    #expect(detail?.customerID == "Ann")
    #expect(list.otherFactory.build("Bob").customerID == "Bob")
  }

  @Test("the examples of bindings and collections work")
  func bindings() throws {
    let provider = try ComponentFactory.of(PublishedBindings.MenuComponent.self).build(())
    let menu = provider.get()
    #expect(menu === provider.get())
    #expect(menu.hamburger.topping.name == "cheese")
    #expect(menu.hamburgers.get().topping.name == "cheese")
    #expect(menu.names == ["one", "two", "three", "four", "3.0", "six", "seven"])
    #expect(menu.drinks.get() == ["water for 4.5", "tea", "milk"])
    #expect(menu.number == 3 && menu.half == 1.5)
  }

  @Test("the examples of providers work")
  func providers() {
    #expect(PublishedBindings.providers() == [1, 2, 3, 4, 5])
  }

  @Test("the example of the service provider interface runs on validation")
  func plugins() throws {
    _ = try PublishedBindings.validated(false)
    let error = #expect(throws: ValidationError.self) { try PublishedBindings.validated(true) }
    let errors = error?.diagnostics.filter { $0.severity == .error }
    #expect(errors?.map(\.code) == [.reportedError])
  }

  @Test("the examples of property injection work")
  func propertyInjection() throws {
    let root = try ComponentFactory.of(PublishedPropertyInjection.InjectorComponent.self).build(())
    let object = PublishedPropertyInjection.BClass()
    root.b.injectProperties(into: object)
    #expect(object.a == "a" && object.b?.name == "b" && object.crazyStruct?.number == 3)
    let beer = PublishedPropertyInjection.FreeBeer()
    root.beer.injectProperties(into: beer)
    #expect(beer.string1 == "one" && beer.string2 == "two")
  }

  @Test("the advanced setup works, with a property injector as the root")
  func advancedSetup() {
    let delegate = PublishedPropertyInjection.AppDelegate()
    #expect(
      delegate.application(application: UIApplication(), didFinishLaunchingWithOptions: nil))
    #expect(delegate.window?.isKey == true)
    #expect(delegate.window?.rootViewController is PublishedPropertyInjection.RootViewController)
  }
}
