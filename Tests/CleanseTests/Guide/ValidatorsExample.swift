import Cleanse

/// A rule of one's own.
enum ValidatorsExample {
  // guide: validators
  struct BareStringValidator: CleanseBindingPlugin {
    func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
      for binding in root.graph.bindings
      where binding.key.typeName == "String" && binding.key.tag == nil {
        errorReporter.report(
          Diagnostic(
            "example/bare-string", .error, "a String is bound without a tag",
            at: binding.location, provenance: binding.provenance,
            remedy: "add .tagged(with: …)"))
      }
    }
  }
  // guide: end

  enum LabelComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.bind(String.self).to(value: "label") }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (label: String) in label.count }
    }
  }

  static func run() throws -> ComponentFactory<LabelComponent> {
    // guide: validators
    let loader = CleanseServiceLoader()
    loader.register(BareStringValidator())
    let factory = try ComponentFactory.of(LabelComponent.self, serviceLoader: loader)
    // guide: end
    return factory
  }

  // guide: contributed-validators
  enum HouseRulesModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind((any CleanseBindingPlugin).self).intoCollection()
        .to(factory: BareStringValidator.init)
    }
  }
  // guide: end
}
