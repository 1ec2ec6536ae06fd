import Cleanse

/// A custom validator.
enum ValidatorsExample {
  // guide: validators
  struct BareStringValidator: CleanseBindingPlugin {
    let supportedOptions = ["severity"]

    func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
      let severity = errorReporter.options["severity"].flatMap(Diagnostic.Severity.init)
      for binding in root.graph.bindings
      where binding.key.typeName == "String" && binding.key.tag == nil {
        errorReporter.report(
          "example/bare-string", severity ?? .error, "a String is bound without a tag",
          on: binding, fix: "add .tagged(with: …)")
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

  static func runLeniently(
    _ report: @escaping (String) -> Void
  ) throws -> ComponentFactory<LabelComponent> {
    // guide: validator-options
    let lenient = CleanseServiceLoader()
    lenient.register(BareStringValidator(), options: ["severity": "warning"])
    let factory = try ComponentFactory.of(LabelComponent.self, serviceLoader: lenient)
    for finding in factory.findings { report(finding.description) }
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
