import Cleanse

/// Two values of one type.
enum TagsExample {
  // guide: tags
  enum Home: Tag { typealias Element = String }
  enum Work: Tag { typealias Element = String }

  struct Mail {
    let from: String
    let to: String

    init(from: TaggedProvider<Home>, to: TaggedProvider<Work>) {
      self.from = from.get()
      self.to = to.get()
    }
  }

  enum AddressModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).tagged(with: Home.self).to(value: "ann@home.example")
      binder.bind(String.self).tagged(with: Work.self).to(value: "ann@work.example")
    }
  }
  // guide: end

  enum MailComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: AddressModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Mail>) -> BindingReceipt<Mail> {
      bind.to(factory: Mail.init)
    }
  }
}
