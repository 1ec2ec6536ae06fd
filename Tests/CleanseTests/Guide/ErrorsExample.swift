import Cleanse

/// A graph that is rejected, and a module that reports an error.
enum ErrorsExample {
  // guide: errors
  enum LanguagesModule: Module {
    static let languages = ["en", "de", "en"]

    static func configure(binder: UnscopedBinder) {
      if Set(languages).count < languages.count {
        binder.addError("a language is listed twice")
      }
      binder.bind([String].self).to(value: languages)
    }
  }
  // guide: end

  enum DictionaryComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: LanguagesModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (languages: [String], suffix: Character) in languages.count }
    }
  }

  static func run(_ report: (String) -> Void) throws {
    // guide: errors
    do {
      _ = try ComponentFactory.of(DictionaryComponent.self)
    } catch {
      for finding in error.diagnostics where finding.severity == .error {
        report("\(finding.code.rawValue): \(finding.message)")
      }
    }
    // guide: end
  }
}
