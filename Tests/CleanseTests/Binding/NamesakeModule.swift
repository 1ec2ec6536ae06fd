import Cleanse

/// A type with the same name as one in the tests of unusual types.
private struct Namesake { let text: Substring }

enum NamesakeModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Namesake.self).to { Namesake(text: "there") }
    binder.bind(Substring.self).to { (namesake: Namesake) in namesake.text }
  }
}
