// swift-format-ignore-file: NeverUseForceTry, NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals
// The published text writes it like that.

import Cleanse
import Foundation

/// "Type Tags", "Modules" and "Components".
enum PublishedTagsAndModules {
  public struct PrimaryAPIURL: Tag {
    public typealias Element = NSURL
  }

  struct PrimaryAPIURLModule: Module {
    static func configure(binder: Binder<Unscoped>) {
      binder
        .bind(NSURL.self)
        .tagged(with: PrimaryAPIURL.self)
        .to(value: NSURL(string: "https://connect.squareup.com/v2/")!)
    }
  }

  class SomethingThatDoesAnAPICall {
    let primaryURL: NSURL
    init(primaryURL: TaggedProvider<PrimaryAPIURL>) {
      self.primaryURL = primaryURL.get()
    }
    struct Module: Cleanse.Module {
      static func configure(binder: Binder<Unscoped>) {
        binder
          .bind(SomethingThatDoesAnAPICall.self)
          .to(factory: SomethingThatDoesAnAPICall.init)
      }
    }
  }

  struct RootAPI {
    let somethingUsingTheAPI: SomethingThatDoesAnAPICall
  }

  struct APIComponent: Component {
    typealias Root = RootAPI
    static func configure(binder: Binder<Unscoped>) {
      // "include" the modules that create the component
      binder.include(module: PrimaryAPIURLModule.self)
      binder.include(module: SomethingThatDoesAnAPICall.Module.self)
    }
    // bind our root Object
    static func configureRoot(binder bind: ReceiptBinder<RootAPI>) -> BindingReceipt<RootAPI> {
      return bind.to(factory: RootAPI.init)
    }
  }

  struct Root: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.install(dependency: APIComponent.self)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<RootViewController>
    ) -> BindingReceipt<RootViewController> {
      return bind.to(factory: RootViewController.init)
    }
  }

  class RootViewController: UIViewController {
    let loggedInComponent: ComponentFactory<APIComponent>
    var apiRoot: RootAPI?

    init(loggedInComponent: ComponentFactory<APIComponent>) {
      self.loggedInComponent = loggedInComponent
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }

    func logIn() {
      let apiRoot = loggedInComponent.build(())
      self.apiRoot = apiRoot
    }
  }

  /// A tag that has the name of the protocol, in a type of its own.
  struct Session {
    struct Tag: Cleanse.Tag {
      typealias Element = String
    }
    struct Scope: Cleanse.Scope {}
    struct Component: Cleanse.Component {
      typealias Seed = TaggedProvider<Session.Tag>
      typealias Root = Session
      typealias Scope = Session.Scope
      static func configure(binder: Binder<Session.Scope>) {
        binder.bind(Int.self).sharedInScope().to { 7 }
      }
      static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
        return bind.to(factory: Session.init)
      }
    }
    let token: String
    let number: Int
    init(token: TaggedProvider<Session.Tag>, number: Int) {
      self.token = token.get()
      self.number = number
    }
  }

  struct SessionRoot: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.install(dependency: Session.Component.self)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<Provider<Session>>
    ) -> BindingReceipt<Provider<Session>> {
      return bind.to { (factory: ComponentFactory<Session.Component>) in
        Provider { factory.build("token") }
      }
    }
  }

  /// A protocol of the program's own that names the base of the scopes.
  struct Wrapper<S: Cleanse._ScopeBase> {
    let scope: S.Type
  }
}
