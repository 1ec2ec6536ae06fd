// swift-format-ignore-file: NeverUseForceTry, NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals
// The published text writes it like that.

import Cleanse
import Foundation

/// "Defining a Component and Root Type" and "Satisfying Dependencies".
enum PublishedGettingStarted {
  struct RootViewProperties {
    let backgroundColor: UIColor
  }

  class RootViewController: UIViewController {
    let rootViewProperties: RootViewProperties
    init(rootViewProperties: RootViewProperties) {
      self.rootViewProperties = rootViewProperties
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
      super.viewDidLoad()

      self.view.backgroundColor = rootViewProperties.backgroundColor
    }
  }

  class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow? = UIWindow(frame: UIScreen.mainScreen().bounds)
    var factory: ComponentFactory<AppDelegate.Component>?

    func application(
      application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?
    ) -> Bool {
      // Build our root object in our graph.
      factory = try! ComponentFactory.of(AppDelegate.Component.self)
      let rootViewController = factory!.build(())

      // Now we can use the root object in our app.
      window!.rootViewController = rootViewController
      window!.makeKeyAndVisible()

      return true
    }

    struct Component: Cleanse.RootComponent {
      // When we call build(()) it will return the Root type, which is a RootViewController instance.
      typealias Root = RootViewController

      // Required function from Cleanse.RootComponent protocol.
      static func configureRoot(
        binder bind: ReceiptBinder<RootViewController>
      ) -> BindingReceipt<RootViewController> {
        return bind.to(factory: RootViewController.init)
      }

      // Required function from Cleanse.RootComponent protocol.
      static func configure(binder: Binder<Unscoped>) {
        binder
          .bind(RootViewProperties.self)
          .to { () -> RootViewProperties in
            RootViewProperties(backgroundColor: .blue)
          }
      }
    }
  }

  /// The component as it stands first, before there are properties.
  struct FirstComponent: Cleanse.RootComponent {
    typealias Root = FirstViewController

    static func configureRoot(
      binder bind: ReceiptBinder<FirstViewController>
    ) -> BindingReceipt<FirstViewController> {
      return bind.to(factory: FirstViewController.init)
    }

    static func configure(binder: Binder<Unscoped>) {
      // We will fill out contents later.
    }
  }

  class FirstViewController: UIViewController {
    init() {
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }
  }
}
