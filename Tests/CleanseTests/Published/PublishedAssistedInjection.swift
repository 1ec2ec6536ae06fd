import Cleanse
import Foundation

/// "Assisted Injection".
enum PublishedAssistedInjection {
  final class CustomerService {}

  class CustomerDetailViewController: UIViewController {
    let customerID: String
    let customerService: CustomerService
    init(customerID: Assisted<String>, customerService: CustomerService) {
      self.customerID = customerID.get()
      self.customerService = customerService
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }
  }

  class CustomerListViewController: UIViewController {
    let detailViewControllerFactory: Factory<CustomerDetailViewController.AssistedFactory>
    let otherFactory: Factory<CustomerDetailViewController.Seed>

    init(
      detailViewControllerFactory: Factory<CustomerDetailViewController.AssistedFactory>,
      otherFactory: Factory<CustomerDetailViewController.Seed>
    ) {
      self.detailViewControllerFactory = detailViewControllerFactory
      self.otherFactory = otherFactory
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }

    func tappedCustomer(with customerID: String) {
      let detailVC = detailViewControllerFactory.build(customerID)
      self.present(detailVC, animated: false)
    }
  }

  struct Component: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.include(module: CustomerDetailViewController.Module.self)
      binder.bind().to(factory: CustomerService.init)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<CustomerListViewController>
    ) -> BindingReceipt<CustomerListViewController> {
      return bind.to(factory: CustomerListViewController.init)
    }
  }
}

// The text names the factory once `Seed` and otherwise `AssistedFactory`.
extension PublishedAssistedInjection.CustomerDetailViewController {
  struct Seed: Cleanse.AssistedFactory {
    typealias Seed = String
    typealias Element = PublishedAssistedInjection.CustomerDetailViewController
  }

  struct AssistedFactory: Cleanse.AssistedFactory {
    typealias Seed = String
    typealias Element = PublishedAssistedInjection.CustomerDetailViewController
  }

  struct Module: Cleanse.Module {
    static func configure(binder: Binder<Unscoped>) {
      binder
        .bindFactory(PublishedAssistedInjection.CustomerDetailViewController.self)
        .with(AssistedFactory.self)
        .to(factory: PublishedAssistedInjection.CustomerDetailViewController.init)
      binder
        .bindFactory(PublishedAssistedInjection.CustomerDetailViewController.self)
        .with(Seed.self)
        .to(factory: PublishedAssistedInjection.CustomerDetailViewController.init)
    }
  }
}
