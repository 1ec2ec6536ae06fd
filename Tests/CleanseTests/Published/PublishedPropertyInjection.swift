// swift-format-ignore-file: NeverUseForceTry, NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals
// The published text writes it like that.

import Cleanse
import Foundation

/// "Property Injection" and "Advanced Setup".
enum PublishedPropertyInjection {
  struct ATag: Tag { typealias Element = String }
  struct String1: Tag { typealias Element = String }
  struct String2: Tag { typealias Element = String }
  struct B { let name = "b" }
  struct CrazyStruct { let number = 3 }

  class AClass { var a = "" }

  class BClass: AClass {
    var b: B?
    var crazyStruct: CrazyStruct?

    func injectProperties(
      superInjector: PropertyInjector<AClass>, b: B, crazyStruct: CrazyStruct
    ) {
      superInjector.injectProperties(into: self)
      self.b = b
      self.crazyStruct = crazyStruct
    }
  }

  class FreeBeer {
    var string1: String!
    var string2: String!

    func injectProperties(
      string1: TaggedProvider<String1>,
      string2: TaggedProvider<String2>
    ) {
      self.string1 = string1.get()
      self.string2 = string2.get()
    }
  }

  struct Injectors {
    let a: PropertyInjector<AClass>
    let b: PropertyInjector<BClass>
    let beer: PropertyInjector<FreeBeer>
  }

  struct InjectorComponent: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.bind().tagged(with: ATag.self).to(value: "a")
      binder.bind().tagged(with: String1.self).to(value: "one")
      binder.bind().tagged(with: String2.self).to(value: "two")
      binder.bind().to(factory: B.init)
      binder.bind().to(factory: CrazyStruct.init)
      binder
        .bindPropertyInjectionOf(AClass.self)
        .to {
          $0.a = ($1 as TaggedProvider<ATag>).get()
        }
      binder
        .bindPropertyInjectionOf(BClass.self)
        .to {
          $0.injectProperties(superInjector: $1, b: $2, crazyStruct: $3)
        }
      binder
        .bindPropertyInjectionOf(FreeBeer.self)
        .to(injector: FreeBeer.injectProperties)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<Injectors>
    ) -> BindingReceipt<Injectors> {
      return bind.to(factory: Injectors.init)
    }
  }

  class RootViewController: UIViewController {
    init() {
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }
  }

  class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func injectProperties(_ window: UIWindow) {
      self.window = window
    }

    func application(
      application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?
    ) -> Bool {
      // Build our component, and make the property injector
      let propertyInjector = try! ComponentFactory.of(AppDelegate.Component.self).build(())

      // Now inject the properties into ourselves
      propertyInjector.injectProperties(into: self)

      window!.makeKeyAndVisible()

      return true
    }
  }
}

extension PublishedPropertyInjection.AppDelegate {
  typealias AppDelegate = PublishedPropertyInjection.AppDelegate

  // The text has an unscoped binder here, into which its own module of the window does not fit.
  struct Component: Cleanse.RootComponent {
    // When we call build() it will return the Root type, which is a PropertyInjector<AppDelegate>.
    // More on how we use the PropertyInjector type later.
    typealias Root = PropertyInjector<AppDelegate>

    // Required function from Cleanse.RootComponent protocol.
    static func configureRoot(
      binder bind: ReceiptBinder<PropertyInjector<AppDelegate>>
    ) -> BindingReceipt<PropertyInjector<AppDelegate>> {
      return bind.propertyInjector(configuredWith: { bind in
        bind.to(injector: AppDelegate.injectProperties)
      })
    }

    // Required function from Cleanse.RootComponent protocol.
    static func configure(binder: Binder<Singleton>) {
      // Binding go here.
      binder.include(module: UIWindow.Module.self)
      binder.bind().to(factory: PublishedPropertyInjection.RootViewController.init)
    }
  }
}

extension UIWindow {
  struct Module: Cleanse.Module {
    public static func configure(binder: Binder<Singleton>) {
      binder
        .bind(UIWindow.self)
        // The root app window should only be constructed once.
        .sharedInScope()
        .to { (rootViewController: PublishedPropertyInjection.RootViewController) in
          let window = UIWindow(frame: UIScreen.mainScreen().bounds)
          window.rootViewController = rootViewController
          return window
        }
    }
  }
}
